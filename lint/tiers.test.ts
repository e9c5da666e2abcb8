import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { aboveShare, type Tier, TIERS, type Tiers, testsLeftOut } from './tiers.mjs'

const ROOT = resolve(import.meta.dirname, '..')
const files = Object.entries(TIERS.files)
const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

describe('lint/tiers.json', () => {
  it('names only test files and fixtures that exist', () => {
    expect(files.length).toBeGreaterThan(10)
    expect(files.filter(([file]) => !/\.(?:test|spec|fixture)\.tsx?$/.test(file) || !existsSync(join(ROOT, file)))).toEqual([])
  })

  it('gives a reason wherever the gate has less', () => {
    const less = files.filter(([, { gate, sizes }]) => gate !== undefined || sizes !== undefined)
    expect(less.filter(([, { reason }]) => !/^[A-Z].*\.$/.test(reason ?? '')).map(([file]) => file)).toEqual([])
  })

  it('has sizes that their file uses', () => {
    const unused = files.flatMap(([file, { sizes = {} }]) =>
      Object.keys(sizes)
        .filter((name) => !textOf(file).includes(`sizeOf(import.meta.filename, '${name}')`))
        .map((name) => `${file}: ${name}`)
    )
    expect(unused).toEqual([])
  })

  it('has titles for the gate that their file has', () => {
    const titles = files.flatMap(([file, { gate }]) => (Array.isArray(gate) ? gate.map((title) => ({ file, title })) : []))
    expect(titles.filter(({ file, title }) => !textOf(file).includes(title))).toEqual([])
  })

  it.each([
    ['gate', 'unit'],
    ['gate', 'e2e'],
    ['all', 'unit'],
    ['all', 'e2e']
  ] as const)('gives the files of the tier %s no more seconds than its %s tests have', (name, suite) => {
    const own = files.filter(([file]) => file.startsWith('e2e/') === (suite === 'e2e'))
    expect(own.reduce((sum, [, { seconds = {} }]) => sum + (seconds[name] ?? 0), 0)).toBeLessThanOrEqual(TIERS.seconds[name][suite] ?? 0)
  })
})

describe('shares of a run', () => {
  const both = (seconds: number): Record<Tier, number> => ({ gate: seconds, all: seconds })
  const tiers: Tiers = {
    seconds: { gate: { unit: 200, e2e: 200 }, all: { unit: 200, e2e: 200 } },
    files: { 'src/long.test.ts': { seconds: both(30) } }
  }
  const others = Array.from({ length: 40 }, (_, n) => ({ file: `src/${n}.test.ts`, seconds: 3 }))
  const above = (...more: { file: string; seconds: number }[]): string[] => aboveShare('unit', [...others, ...more], tiers)

  it('may be large for a file that has seconds, and small for others', () => {
    expect(above({ file: 'src/long.test.ts', seconds: 70 }, { file: 'src/new.test.ts', seconds: 30 })).toEqual([])
  })

  it('name a file that takes several times its share, and say what to do', () => {
    expect(above({ file: 'src/new.test.ts', seconds: 80 })).toEqual([
      'src/new.test.ts took 40.0 % of the unit tests\' time, far more than its 3.0 %. Make it cheaper, move a part to the tier "all", or raise its seconds in lint/tiers.json.'
    ])
    expect(above({ file: 'src/long.test.ts', seconds: 200 })).toHaveLength(1)
  })

  it('are the same on a machine that is ten times slower', () => {
    const slow = [...others, { file: 'src/long.test.ts', seconds: 70 }].map(({ file, seconds }) => ({ file, seconds: 10 * seconds }))
    expect(aboveShare('unit', slow, tiers)).toEqual([])
  })
})

it('the gate leaves out the other titles of an end-to-end file, and no other file', () => {
  const tiers: Tiers = { ...TIERS, files: { 'e2e/map.spec.ts': { gate: ['a place is added', 'odds (exact)'] } } }
  expect(testsLeftOut(tiers, 'all')).toEqual([])
  const [left] = testsLeftOut(tiers, 'gate')
  const isLeftOut = (title: string): boolean => left?.test(title) ?? false
  expect(['browser map.spec.ts a place is removed', 'browser map.spec.ts edits odds (exact) again'].map(isLeftOut)).toEqual([true, true])
  expect(['browser map.spec.ts edits a place is added', 'browser map.spec.ts odds (exact) @slow', 'browser seats.spec.ts x'].map(isLeftOut)).toEqual([
    false,
    false,
    false
  ])
})
