import { useEffect, type ReactElement } from 'react'
import { useTryRequest } from '../../files/try-request'
import { useSession } from '../../session'
import { useTextsMark } from '../live'
import { useWorkshop } from '../state'
import { showFile } from '../tabs'
import { Results } from './Results'
import { RunSteps } from './RunSteps'
import { askWho, stopTrying, useTry } from './state'
import { TryForm } from './TryForm'
import './try.css'

/** Tries an action with the current texts: who can take it, its results with different dice, and one run, roll by roll. */
export default function TryPanel(): ReactElement {
  useFollowing()
  const found = useTry((s) => s.found)
  const problem = useTry((s) => s.problem)
  const one = useTry((s) => s.one)
  if (!found) return problem === undefined ? <p className="quiet">Checking the rules…</p> : <p role="alert">{problem}</p>
  if (found.actions.length === 0) return <p className="quiet">This campaign has no actions. Add one in rules/actions.</p>
  return (
    <div className="try">
      <TryForm found={found} />
      <div className="try-results">
        {problem !== undefined && (
          <p role="alert" className="try-problem">
            {problem}
          </p>
        )}
        {one ? <RunSteps one={one} /> : <Results />}
      </div>
    </div>
  )
}

/** Queries again when a text, the story or a setting changes, follows the open file, and handles requests from other views. */
function useFollowing(): void {
  const mark = useTextsMark()
  const active = useWorkshop((s) => s.active)
  const head = useSession((s) => s.present?.head)
  const line = useSession((s) => s.line)
  const action = useTry((s) => s.action)
  const beat = useTry((s) => s.beat)
  const wish = useTryRequest((s) => s.wish)
  const subject = [mark, head, line.length, action, beat].join(' ')
  useEffect(() => {
    void askWho(subject)
  }, [subject])
  useEffect(() => {
    const own = useTry.get().found?.actions.find(({ file }) => file === active)
    if (own) useTry.set({ action: own.action })
  }, [active])
  const actions = useTry((s) => s.found?.actions)
  useEffect(() => {
    if (!actions) return
    if (wish) takeUp(wish, actions)
    else if (useTry.get().action === undefined) useTry.set({ action: actions.find(({ file }) => file === useWorkshop.get().active)?.action })
  }, [wish, actions])
  useEffect(() => stopTrying, [])
}

function takeUp(
  { action, actor, params = {}, at, file }: NonNullable<ReturnType<typeof useTryRequest.get>['wish']>,
  actions: readonly { action: string; file: string; line: number }[]
): void {
  useTryRequest.set({ wish: undefined })
  const n = at === undefined ? undefined : useSession.getState().line.find(({ id }) => id === at)?.n
  useTry.set({ action, actor, params, beat: n === undefined ? '' : String(n), tries: undefined, one: undefined })
  const found = actions.find((one) => one.action === action)
  if (file === undefined && found) void showFile(found.file, found.line)
}
