import type { TestProgress, TestReport, WantedTests } from '../../shared/lab/story-tests'
import { api } from '../client'
import { openDraft } from '../files/draft-request'
import { slice } from '../slice'
import { longWork } from './long-work'
import { commitNamed, loadRuns, showRoom, whereToPlay } from './state'
import { FIRST_TESTS } from './tests-by-file'

/** The story tests that are run, and their last results. */
export const testing = longWork<WantedTests, TestProgress, TestReport>({
  kind: 'tests',
  follow: (wanted, on) => api.labTest.subscribe({ ...wanted, queue: 'settings' }, on),
  done: 'The story tests are done.',
  // The run of a file is in the list as soon as it begins.
  onMove: (now, before) => (now === undefined || now.file !== before?.file) && void loadRuns()
})

/** The branch or commit of the tests as it is typed, and what is wrong with it. */
export const useTesting = slice<{ revision?: string; fault?: string | undefined }>('lab-testing-draft', {})
export const testedRevision = (revision: string | undefined): string => revision ?? whereToPlay()

/** Runs all story tests of the commit that is named. */
export async function runStoryTests(): Promise<void> {
  showRoom('tests')
  const { commit, fault } = await commitNamed(testedRevision(useTesting.get().revision))
  useTesting.set({ fault })
  if (fault === undefined) testing.begin({ at: commit })
}

const FIRST_PATH = 'tests/evening.yaml'

/** Opens the first file of story tests in the workshop, with tests of any story. It is saved there. */
export const draftFirstTests = (): void => openDraft({ path: FIRST_PATH, text: FIRST_TESTS, line: 5, column: 11 })
