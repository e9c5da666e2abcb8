import type { TestProgress, TestReport, WantedTests } from '../../shared/lab/story-tests'
import { api } from '../client'
import { openDraft } from '../files/draft-request'
import { useSession } from '../session'
import { longWork } from './long-work'
import { loadRuns, showRoom } from './state'
import { FIRST_TESTS } from './tests-by-file'

/** The story tests that are run, and their last results. */
export const testing = longWork<WantedTests, TestProgress, TestReport>({
  kind: 'tests',
  follow: (wanted, on) => api.labTest.subscribe({ ...wanted, queue: 'settings' }, on),
  done: 'The story tests are done.',
  // The run of a file is in the list as soon as it begins.
  onMove: (now, before) => (now === undefined || now.file !== before?.file) && void loadRuns()
})

/** Runs all story tests of the campaign. */
export function runStoryTests(): void {
  showRoom('tests')
  const at = useSession.getState().present?.head
  if (at !== undefined) testing.begin({ at })
}

const FIRST_PATH = 'tests/evening.yaml'

/** Opens the first file of story tests in the workshop, with tests of any story. It is saved there. */
export const draftFirstTests = (): void => openDraft({ path: FIRST_PATH, text: FIRST_TESTS, line: 5, column: 11 })
