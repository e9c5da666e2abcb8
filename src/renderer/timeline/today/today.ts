import type { Choices, MissingEdits, TodayWorld } from '../../../shared/contract/today-calls'
import { api } from '../../client'
import { compareWithBranch } from '../../files/compare-request'
import { problemOf } from '../../problem-of'
import { goTo, notify, useSession } from '../../session'
import { slice } from '../../slice'
import { counted } from '../../ui/amounts'
import { texts } from '../../ui/texts'
import { refetch } from '../../sync'

/** A question to the designer: to restart a beat with today's world, or to bring edits to a branch. */
export type TodayAsk = { what: 'restart'; at: string; n: number } | { what: 'bring'; edits: readonly string[]; to: string }

interface Today {
  ask?: TodayAsk | undefined
  /** The edit whose branch is being chosen. */
  choosing?: string | undefined
  missing: readonly MissingEdits[]
}

/** The open dialog about today's world, and the edits that branches lack. */
export const useToday = slice<Today>('today', { missing: [] })

const get = useSession.getState

/** Asks to restart the beat at the cursor. */
export function askRestart(): void {
  const { cursor, present, beats } = get()
  const at = cursor ?? present?.head
  if (at !== undefined) useToday.set({ ask: { what: 'restart', at, n: beats.byId.get(at)?.n ?? 0 } })
}

/** Asks to bring edits to a branch. */
export const askBring = (edits: readonly string[], to: string): void => useToday.set({ ask: { what: 'bring', edits, to }, choosing: undefined })

/** What a question's answer would change with these choices; `today`: the commit with today's world. */
export function worldOf(ask: TodayAsk, today: string, choices: Choices, signal?: AbortSignal): Promise<TodayWorld> {
  if (ask.what === 'restart') return api.todayAt.query({ at: ask.at, today, choices }, { signal })
  return api.bringing.query({ edits: [...ask.edits], to: ask.to, choices }, { signal })
}

/** Makes the branch or the beat, and shows it. Returns why it is refused, in a sentence; undefined if it succeeded. */
export async function decide(ask: TodayAsk, today: string, name: string, choices: Choices): Promise<string | undefined> {
  const before = get().present?.branch
  try {
    const { name: branch } =
      ask.what === 'restart'
        ? await api.restartToday.mutate({ at: ask.at, today, ...(name === '' ? {} : { name }), choices })
        : await api.bringEdits.mutate({ edits: [...ask.edits], to: ask.to, choices })
    useToday.set({ ask: undefined })
    await refetch()
    goTo(undefined)
    if (ask.what === 'bring') notify(`Brought ${counted(ask.edits.length, 'edit')} to ${branch}.`)
    else {
      notify(texts.onBranch(branch))
      if (before !== undefined) compareWithBranch(before)
    }
    return undefined
  } catch (error) {
    return problemOf(error).message
  }
}

/** Reads which branches lack edits of others whenever an edit was made or another branch moved. Returns a function that removes the listener. */
export function followMissing(): () => void {
  let known = ''
  let seen: readonly unknown[] = []
  let asked = 0
  const check = (): void => {
    const { present, line, beats } = get()
    // The line can be long, and most changes of the window are none of the story.
    if (!present || (known !== '' && [present, line, beats].every((one, i) => one === seen[i]))) return
    seen = [present, line, beats]
    const edit = line.findLast(({ kind }) => kind !== 'play' && kind !== 'skill')?.id ?? ''
    const others = beats.branches.filter(({ name, fetched }) => name !== present.branch && fetched !== true)
    const key = [present.campaign.dir, present.branch, edit, ...others.map(({ name, head }) => `${name} ${head}`)].join('\n')
    if (key === known) return
    known = key
    const mine = ++asked
    if (others.length === 0) return useToday.set({ missing: [] })
    api.missingEdits.query().then(
      (missing) => mine === asked && useToday.set({ missing }),
      // A window without a connection asks again when it has one.
      () => {
        known = ''
      }
    )
  }
  check()
  return useSession.subscribe(check)
}

/** What a branch lacks, in a sentence; undefined if it lacks nothing. */
export function lacksWords(missing: readonly MissingEdits[], branch: string): string | undefined {
  const all = missing.filter(({ to }) => to === branch)
  if (all.length === 0) return undefined
  return all.map(({ from, edits }) => `${counted(edits.length, 'edit')} on ${from} ${edits.length === 1 ? 'is' : 'are'} not here`).join(', ')
}
