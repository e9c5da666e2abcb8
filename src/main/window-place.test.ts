import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { keepPlace, placeOn, readPlace } from './window-place'

const screen = { x: 0, y: 25, width: 1920, height: 1055 }
const left = { x: -1600, y: 0, width: 1600, height: 900 }
const first = { width: 1280, height: 800, isMaximized: false }
const at = (x: number, y: number, width = 1000, height = 700) => ({ x, y, width, height, isMaximized: false })

it.each([
  ['on the screen', at(100, 100), [screen]],
  ['on another screen', at(-1500, 20), [screen, left]],
  ['partly outside', at(1700, 800), [screen]],
  ['maximised', { ...at(0, 25, 1920, 1055), isMaximized: true }, [screen]]
])('a window %s opens where it was', (_, place, screens) => {
  expect(placeOn(place, screens)).toEqual(place)
})

it.each([
  ['on a screen that is gone', at(-1500, 20), [screen]],
  ['whose title bar is above the screen', at(100, -300), [screen]],
  ['with only a rim on the screen', at(1910, 100), [screen]],
  ['below the screen', at(100, 1070), [screen]],
  ['that was never opened', undefined, [screen]],
  ['on a machine without screens', at(100, 100), []]
])('a window %s opens at the first place', (_, place, screens) => {
  expect(placeOn(place, screens)).toEqual(first)
})

it('a place is read as it was kept; a damaged file, one of another kind and none count as none', () => {
  const dir = mkdtempSync(join(tmpdir(), 'window-place-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const file = join(dir, 'window.json')
  keepPlace(file, at(1, 2))
  expect(readPlace(file)).toEqual(at(1, 2))
  for (const text of ['{"x":1', '{"x":"1"}', '{"x":1,"y":2,"width":0,"height":3,"isMaximized":false}', '[]']) {
    writeFileSync(file, text)
    expect(readPlace(file)).toBeUndefined()
  }
  expect(readPlace(join(dir, 'none.json'))).toBeUndefined()
  expect(() => keepPlace(join(file, 'window.json'), at(1, 2))).not.toThrow()
})
