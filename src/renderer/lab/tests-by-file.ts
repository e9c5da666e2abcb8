import type { TestReport, TestResult } from '../../shared/lab/story-tests'

/** The results of a file, or why it can't be read and on which line. */
interface FileResults {
  file: string
  tests: readonly TestResult[]
  problem?: TestReport['problems'][number]
}

/** The results by file: files in which something failed first, and in each what failed first. */
export function resultsByFile({ tests, problems }: Pick<TestReport, 'tests' | 'problems'>): FileResults[] {
  const files = [...new Set([...problems, ...tests].map(({ file }) => file))].toSorted()
  const all = files.map((file) => {
    const own = tests.filter((test) => test.file === file).toSorted((a, b) => Number(a.ok) - Number(b.ok))
    const problem = problems.find((one) => one.file === file)
    return { file, tests: own, ...(problem ? { problem } : {}) }
  })
  const isFine = ({ tests: own, problem }: FileResults): boolean => !problem && own.every(({ ok }) => ok)
  return all.toSorted((a, b) => Number(isFine(a)) - Number(isFine(b)))
}

/** The first file of story tests, as a suggestion. */
export const FIRST_TESTS = `# What must hold whenever this story is played.
sessions: 100
end: { story_sessions: 3, beats: 2000 }
over_all:
  - name: Nearly every party comes to the end
    ending: ended
    in: at least 90%
  - name: Nobody is stuck for long
    number: stuck
    is: { most: 40 }
  - name: No rule fails
    number: failures
    is: { most: 0 }
`
