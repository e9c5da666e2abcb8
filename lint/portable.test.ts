import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const FILES = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0').filter(Boolean)
const SOURCES = FILES.filter(
  (file) => /^(?:src|scripts|bin|tools)\/.*\.(?:m?[jt]s|tsx)$/.test(file) && !/\.(?:test|fixture|setup)\.|\/testing\//.test(file)
)

it('every file of the repository can be checked out on Windows and macOS', () => {
  expect(FILES.length).toBeGreaterThan(2000)
  const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i
  const parts = (file: string): string[] => file.split('/')
  expect(FILES.filter((file) => /[<>:"\\|?*\p{Cc}]/u.test(file))).toEqual([])
  expect(FILES.filter((file) => parts(file).some((name) => reserved.test(name) || /[. ]$/.test(name)))).toEqual([])
  // Windows allows 260 characters, and the folder of a checkout takes its share.
  expect(FILES.filter((file) => file.length > 180)).toEqual([])
  const folded = FILES.map((file) => file.normalize('NFC').toLowerCase())
  expect(folded.filter((file, i) => folded.indexOf(file) !== i)).toEqual([])
})

it.each([
  ['names a folder of one system', /['"`]\/(?:tmp|home|dev\/null|var)\b/],
  ['takes a home folder from a variable that Windows lacks', /process\.env(?:\.HOME\b|\['HOME'\])/],
  ['starts a script of npm by its bare name, which Windows refuses', /(?:spawn|execFile|run)(?:Sync)?\('(?:npm|npx|tsc|vite|vitest|playwright)'/],
  ['needs a shell', /\bexecSync\(|shell: true/],
  ['takes a path out of an address without decoding it', /import\.meta\.url\)\.pathname/],
  ['splits a list of folders at a colon', /PATH[^\n]*\.split\(':'\)/]
])('no source %s', (_what, pattern) => {
  expect(SOURCES.length).toBeGreaterThan(1000)
  const found = SOURCES.flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .flatMap((line, i) => (pattern.test(line) ? [`${file}:${i + 1} ${line.trim()}`] : []))
  )
  expect(found).toEqual([])
})
