import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { SealedFiles } from './sealed-files'

const room = mkdtempSync(join(tmpdir(), 'sealed-'))
afterAll(() => rmSync(room, { recursive: true, force: true }))
let home: string
let file: string
beforeEach(() => {
  home = mkdtempSync(join(room, 'home-'))
  file = join(mkdtempSync(join(room, 'campaign-')), 'verified.json')
})
const CONTENT = Buffer.from('{"checked":12}')
const read = (path = file, at = home): string | undefined => new SealedFiles(at).at(path).read()?.toString()

it('sealed files can be read by every process of the machine that wrote them', () => {
  expect(new SealedFiles(home).at(file).write(CONTENT)).toBe(true)
  expect(read()).toBe('{"checked":12}')
  expect(statSync(join(home, 'seal.key')).mode & 0o077).toBe(0)
})

it("reading creates no key, and without the app's folder nothing is stored", () => {
  expect(read()).toBeUndefined()
  expect(() => statSync(join(home, 'seal.key'))).toThrow('ENOENT')
  expect(new SealedFiles(undefined).at(file).write(CONTENT)).toBe(false)
  expect(() => statSync(file)).toThrow('ENOENT')
})

it('a file that is unsealed, of another machine, changed, renamed, copied or linked counts as missing', () => {
  const sealedFile = new SealedFiles(home).at(file)
  sealedFile.write(CONTENT)
  const sealed = readFileSync(file)
  writeFileSync(file, CONTENT)
  expect(read()).toBeUndefined()
  new SealedFiles(mkdtempSync(join(room, 'other-'))).at(file).write(CONTENT)
  expect(read()).toBeUndefined()
  for (let at = 0; at < sealed.length; at += 7) {
    const harmed = Buffer.from(sealed)
    harmed[at] = (harmed[at] ?? 0) ^ 1
    writeFileSync(file, harmed)
    expect(read()).toBeUndefined()
  }
  for (const length of [0, 10, 84, sealed.length - 1]) {
    writeFileSync(file, sealed.subarray(0, length))
    expect(read()).toBeUndefined()
  }
  const other = join(file, '..', 'chronicle')
  writeFileSync(other, sealed)
  expect(read(other)).toBeUndefined()
  writeFileSync(file, sealed)
  expect(read()).toBe('{"checked":12}')
  const copy = join(room, 'copy')
  cpSync(join(file, '..'), copy, { recursive: true })
  expect(read(join(copy, 'verified.json'))).toBeUndefined()
  const linked = join(mkdtempSync(join(room, 'linked-')), 'verified.json')
  symlinkSync(file, linked)
  expect(read(linked)).toBeUndefined()
})

it('a folder that replaces another has another mark', () => {
  const dir = join(file, '..')
  new SealedFiles(home).at(file).write(CONTENT)
  const sealed = readFileSync(file)
  rmSync(dir, { recursive: true })
  mkdirSync(dir)
  writeFileSync(file, sealed)
  expect(read()).toBeUndefined()
})

it('with a damaged key nothing is stored, and a folder without room for a key is no failure', () => {
  writeFileSync(join(home, 'seal.key'), 'short')
  expect(new SealedFiles(home).at(file).write(CONTENT)).toBe(false)
  writeFileSync(join(home, 'in-the-way'), '')
  expect(new SealedFiles(join(home, 'in-the-way')).at(file).write(CONTENT)).toBe(false)
})
