import { type ReactElement, useCallback, useEffect, useState, type ComponentType } from 'react'
import { useDraftRequest } from '../files/draft-request'
import { useOpenRequest } from '../files/open-at'
import { useTryRequest } from '../files/try-request'
import type { FeatureRest } from '../registry'
import { useSession } from '../session'
import { onRequest } from '../slice'
import { workshopCommands } from './commands'
import { compareWithDisk, drafts, loadFiles } from './documents'
import { followProblems, countsOf, useProblems } from './problems/state'
import { QuickOpen } from './QuickOpen'
import { RenameDialog } from './search/RenameDialog'
import { isShown, showPanel, useWorkshop, goToPanel } from './state'
import { showDraft, showFile } from './tabs'
import { WizardDialog } from './wizards/WizardDialog'
import { problemOf } from '../problem-of'
import { Blank, RetryBlank } from '../ui/Parts'
import { counted } from '../ui/amounts'

function ProblemCounts(): ReactElement | null {
  const isShown = useSession((s) => s.desk.view === 'workshop' && s.coverView === undefined)
  const state = useProblems((s) => s)
  if (!isShown) return null
  const { errors, warnings } = countsOf(state)
  return (
    <button type="button" className={`link ${errors > 0 ? 'status-warn' : ''}`} onClick={() => goToPanel('problems')}>
      {`${counted(errors, 'problem')}, ${counted(warnings, 'warning')}`}
    </button>
  )
}

const load = () => import('./Workshop')

/** The workshop. Its editor is a module of its own, so that the rest of the window never waits for it. */
function WorkshopView(): ReactElement {
  const [loaded, setLoaded] = useState<{ body?: ComponentType; problem?: string }>({})
  const show = useCallback((): void => {
    load().then(
      ({ Workshop }) => setLoaded({ body: Workshop }),
      (error: unknown) => setLoaded({ problem: problemOf(error).message })
    )
  }, [])
  useEffect(show, [show])
  const { body: Body, problem } = loaded
  return (
    <>
      <h1 className="unseen">Workshop</h1>
      {Body ? (
        <Body />
      ) : problem === undefined ? (
        <Blank title="Loading the editor…" />
      ) : (
        <RetryBlank title="Couldn’t load the editor" problem={problem} again={show} />
      )}
    </>
  )
}

/** Follows the campaign while the workshop is in view: the list of files, and changed files. Returns a function that removes the listeners. */
function follow(): () => void {
  let seen: readonly unknown[] = []
  return useSession.subscribe(({ present, cursor }) => {
    if (!present || !isShown() || useWorkshop.get().files === undefined) return
    const now = [present.campaign.dir, present.head, present.edits, cursor]
    if (now.every((one, i) => one === seen[i])) return
    seen = now
    void loadFiles()
    void compareWithDisk()
  })
}

/** Shows the file, the new file or the trial that any part of the window requests. */
const showRequests = [
  onRequest(
    () => useOpenRequest.get().place,
    ({ path, line, column }) => void showFile(path, line, column)
  ),
  onRequest(
    () => useDraftRequest.get().draft,
    (draft) => void showDraft(draft)
  ),
  onRequest(
    () => useTryRequest.get().wish,
    () => showPanel('try')
  )
]

const Questions = (): ReactElement => (
  <>
    <QuickOpen />
    <RenameDialog />
  </>
)

/** The view of the workshop, its commands and its dialogs. */
export const rest: FeatureRest = {
  bodies: { workshop: WorkshopView },
  dialogs: [{ id: 'wizard', body: WizardDialog }],
  commands: workshopCommands,
  slots: { overlay: Questions, status: ProblemCounts },
  listeners: [drafts.keepOnLeaving, follow, followProblems, ...showRequests]
}
