import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { StoryTests, type TestResult } from '../../shared/lab/story-tests'
import { FIRST_TESTS, resultsByFile } from './tests-by-file'

const result = (file: string, name: string, ok: boolean): TestResult => ({ file, name, ok, words: [], failing: [], ms: 1 })

it('results stand by file, what failed and what cannot be read first', () => {
  const problem = { file: 'tests/b.yaml', message: 'tests/b.yaml, line 2: no.', line: 2 }
  const tests = [result('tests/c.yaml', 'Ends', true), result('tests/c.yaml', "Mara's 🌒 וועג", false), result('tests/a.yaml', 'Ends', true)]
  expect(resultsByFile({ tests, problems: [problem] })).toEqual([
    { file: 'tests/b.yaml', tests: [], problem },
    { file: 'tests/c.yaml', tests: [tests[1], tests[0]] },
    { file: 'tests/a.yaml', tests: [tests[2]] }
  ])
})

it('the first file of tests that the lab suggests can be read, and says what must hold in which share of sessions', () => {
  const { over_all: all, sessions } = StoryTests.parse(parse(FIRST_TESTS))
  expect(sessions).toBe(100)
  expect(all.map(({ in: portion }) => portion)).toEqual(['at least 90%', 'all', 'all'])
})
