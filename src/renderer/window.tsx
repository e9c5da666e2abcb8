import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import * as features from './features'
import { App } from './frame/App'
import { allCommands } from './frame/commands'
import { noteFaults } from './faults'
import { completeFeatures, completeWhenIdle, dialogOf, isComplete, missingFor, registerFeatures, watchFeatures, type Feature } from './registry'
import { showProblem, useSession } from './session'
import { register } from './ui/commands'

/** Shows the dialog that the desktop's menu asks for in the page's address. */
function showReport(): void {
  if (location.hash !== '#report') return
  history.replaceState(history.state, '', location.pathname + location.search)
  useSession.setState({ dialog: 'report' })
}

/** Loads the rest of some features, by default all; a failure is shown. */
const complete = (features?: readonly Feature[]): Promise<void> =>
  completeFeatures(features).catch((error: unknown) => {
    showProblem(error)
    throw error
  })

/** Loads what the window is to show and can't yet; undefined if there is nothing. */
function loadShown(): Promise<void> | undefined {
  const { desk, dialog } = useSession.getState()
  if (dialog !== undefined && !dialogOf(dialog)) return complete()
  const missing = missingFor(desk.view, desk.side)
  return missing.length > 0 ? complete(missing) : undefined
}

const registerCommands = (): void => register(allCommands(), isComplete() ? undefined : { all: () => complete(), shown: loadShown })

/** The longest time that a busy window waits with what it doesn't show, in ms. */
const MAX_WAIT_MS = 2000

const idle = (): Promise<void> => new Promise((done) => void requestIdleCallback(() => done(), { timeout: MAX_WAIT_MS }))

/** Resolves once the open campaign or the start page is shown. A window that waits for its core is idle only until the answer comes. */
const isShown = (): Promise<void> =>
  new Promise((done) => {
    const leave = useSession.subscribe(({ loaded }) => loaded && end())
    const end = (): void => {
      leave()
      done()
    }
    if (useSession.getState().loaded) end()
  })

/** Renders the app into the page: at once what it shows first, and the rest of its features when it is idle. */
export async function draw(): Promise<void> {
  registerFeatures(Object.values(features))
  registerCommands()
  watchFeatures(registerCommands)
  noteFaults()
  addEventListener('hashchange', showReport)
  showReport()
  const root = document.getElementById('root')
  if (!root) return
  const { desk, loaded, present } = useSession.getState()
  // What was in view last time is drawn at once. The start page needs none of it.
  if (!loaded || present) await completeFeatures(missingFor(desk.view, desk.side)).catch(() => undefined)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>
  )
  await isShown()
  // A failure is shown when something is asked for that isn’t there.
  await completeWhenIdle(idle).catch(() => undefined)
}
