import { describe, expect, it } from 'vitest'
import { rowBeginning, rowsBetween, treeStep, type TreeRow } from './tree'

const row = (key: string, label: string, level: number, position: number, size: number, above?: number, open?: boolean): TreeRow => ({
  key,
  label,
  level,
  position,
  size,
  ...(above === undefined ? {} : { above }),
  ...(open === undefined ? {} : { open })
})
const rows = [
  row('scene:home', 'Home', 1, 1, 3, undefined, true),
  row('line:inn', 'Anchor Inn', 2, 1, 2, 0, true),
  row('choice:tor', 'The Tor', 3, 1, 2, 1),
  row('choice:ford', 'Ford', 3, 2, 2, 1),
  row('line:tor', 'The Tor', 2, 2, 2, 0, false),
  row('scene:sea', 'Sea', 1, 2, 3),
  row('scene:vale', 'The Vale', 1, 3, 3, undefined, true)
]

describe('keys', () => {
  it('arrows, page keys, Home and End stay within the rows', () => {
    expect(treeStep(rows, 0, 'ArrowUp', 5)).toEqual({ to: 0 })
    expect(treeStep(rows, 0, 'ArrowDown', 5)).toEqual({ to: 1 })
    expect(treeStep(rows, 1, 'PageDown', 50)).toEqual({ to: rows.length - 1 })
    expect(treeStep(rows, 4, 'PageUp', 2)).toEqual({ to: 2 })
    expect(treeStep(rows, 4, 'Home', 5)).toEqual({ to: 0 })
    expect(treeStep(rows, 0, 'End', 5)).toEqual({ to: rows.length - 1 })
    expect(treeStep(rows, 0, 'x', 5)).toBeUndefined()
  })
  it('Right opens a row and enters it, Left leaves and closes it', () => {
    expect(treeStep(rows, 4, 'ArrowRight', 5)).toEqual({ fold: { key: 'line:tor', open: true } })
    expect(treeStep(rows, 1, 'ArrowRight', 5)).toEqual({ to: 2 })
    expect(treeStep(rows, 2, 'ArrowRight', 5)).toEqual({})
    expect(treeStep(rows, 2, 'ArrowLeft', 5)).toEqual({ to: 1 })
    expect(treeStep(rows, 1, 'ArrowLeft', 5)).toEqual({ fold: { key: 'line:inn', open: false } })
    expect(treeStep(rows, 5, 'ArrowLeft', 5)).toEqual({})
  })
  it('letters go to the next name with that beginning and wrap around', () => {
    expect(rows[rowBeginning(rows, 0, 't')]?.key).toBe('choice:tor')
    expect(rows[rowBeginning(rows, 2, 't')]?.key).toBe('line:tor')
    expect(rows[rowBeginning(rows, 2, 'the v')]?.key).toBe('scene:vale')
    expect(rows[rowBeginning(rows, 6, 'h')]?.key).toBe('scene:home')
    expect(rowBeginning(rows, 0, 'z')).toBe(-1)
  })
  it('a place is found by its name before the journeys that lead to it', () => {
    const world = [
      row('place:shed', 'Boat Shed', 1, 1, 2, undefined, true),
      { ...row('journey:shed--quay', 'Village Quay', 2, 1, 2, 0), leadsOn: true },
      { ...row('journey:shed--reef', 'Sea', 2, 2, 2, 0), leadsOn: true },
      row('place:quay', 'Village Quay', 1, 2, 2)
    ]
    for (const text of ['v', 'village']) expect(world[rowBeginning(world, 0, text)]?.key).toBe('place:quay')
    expect(world[rowBeginning(world, 1, 'village')]?.key).toBe('place:quay')
    // An edge is found if nothing else has the name.
    expect(world[rowBeginning(world, 3, 'sea')]?.key).toBe('journey:shed--reef')
  })
  it('a range keeps the order of its selection', () => {
    expect(rowsBetween(rows, 3, 1).map(({ key }) => key)).toEqual(['choice:ford', 'choice:tor', 'line:inn'])
    expect(rowsBetween(rows, 5, 6).map(({ key }) => key)).toEqual(['scene:sea', 'scene:vale'])
  })
})
