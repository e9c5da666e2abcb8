import { expect, it } from 'vitest'
import { oppositeDirection } from './direction'

it.each([
  ['up', 'down'],
  ['down', 'up'],
  ['north', 'south'],
  ['North-West', 'South-East'],
  ['southwest', 'northeast'],
  ['in', 'out'],
  ['out', 'in'],
  ['through', 'through'],
  ['back', 'forward'],
  ['up the stair', 'down the stair'],
  ['into the hall', 'out of the hall'],
  ['out of the hall', 'into the hall'],
  ['downstream', 'upstream'],
  ['by the lane', 'by the lane'],
  ['widdershins', ''],
  ['', '']
])('the opposite of %j is %j', (forward, back) => {
  expect(oppositeDirection(forward)).toBe(back)
})
