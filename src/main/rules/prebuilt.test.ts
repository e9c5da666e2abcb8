import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, inject, it, vi } from 'vitest'
import { prebuilt, setPrebuiltFolder } from './prebuilt'
import { bundledFiles } from './bundled.fixture'
import { INTERPRETER, interpreter } from './instance'
import { loadedGame, loadGame } from './load-game'
import { packImage, unpackImage } from './memory-image-file'

const folders: string[] = []
afterEach(() => {
  setPrebuiltFolder(inject('ready'))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

it('the interpreter that was made ready is the one that the meter makes', async () => {
  expect(Buffer.compare(prebuilt(INTERPRETER) ?? new Uint8Array(0), await interpreter())).toBe(0)
})

it('a game that was made ready is loaded from there, and one with another letter in it is not', async () => {
  const files = bundledFiles('totm')
  const game = await loadGame(files)
  game.dispose()
  const { hash } = game
  const ready = loadedGame(hash)
  if (!ready) throw new Error('The game is not kept.')
  const folder = mkdtempSync(join(tmpdir(), 'baked-'))
  folders.push(folder)
  cpSync(inject('ready'), folder, { recursive: true })
  const changed = { ...ready, manifest: { ...ready.manifest, version: '99' } }
  writeFileSync(join(folder, hash), packImage(changed))

  vi.resetModules()
  const elsewhere = await import('./prebuilt')
  elsewhere.setPrebuiltFolder(folder)
  const { loadGame: loadThere } = await import('./load-game')
  const first = await loadThere(files)
  expect([first.hash, first.manifest.version]).toEqual([hash, '99'])
  const other = await loadThere(new Map([...files, ['README.md', `${files.get('README.md')} `]]))
  expect(other.hash).not.toBe(hash)
  expect(other.manifest).toEqual(ready.manifest)
  for (const game of [first, other]) game.dispose()
})

it('a value and its memory are one file, and are read from it as they were', () => {
  const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values)
  const value = { name: 'Würfel', list: [1, { two: null }], image: { low: bytes(10, 0, 255), high: bytes(7), highAt: 65_536, stack: 12 } }
  expect(unpackImage(packImage(value))).toEqual(value)
})
