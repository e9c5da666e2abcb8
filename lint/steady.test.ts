import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const TESTS = ['src', 'lint', 'e2e'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => /\.test\.tsx?$|^e2e\/.*\.ts$/.test(file) && !file.endsWith('steady.test.ts'))
)

it.each([
  ['waits for a time instead of a state', /waitForTimeout\(|^(?!.*\bwhile\b).*new Promise\(\(?\w+\)? => setTimeout\(\w+, /m],
  ['limits a wait itself, which fails on a busy machine', /\.poll\((?:[^{}]|\{[^{}]*\})*?\btimeout:/],
  ['has an assertion that can’t fail', /\?\? \/\(\?:\)\//],
  ['changes the environment of the tests after it; `vi.stubEnv` restores it', /^(?!.*(?:PROSCENIUM_GIT|MADE)).*\bprocess\.env\b.* = /m]
])('no test %s', (_what, pattern) => {
  expect(TESTS.length).toBeGreaterThan(400)
  expect(TESTS.filter((file) => pattern.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([])
})
