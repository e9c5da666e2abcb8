import type { FoundNumber, LabSolution, LabTarget, Search, SolveProgress } from '../../shared/lab/solution'
import { api } from '../client'
import { ifEditable, savedEdit } from '../editing'
import { runCall } from '../run-call'
import { slice } from '../slice'
import { balanceDraft, type BalanceDraft } from './balance-draft'
import { longWork } from './long-work'
import { showRoom, whereToPlay } from './state'

/** The search for the value of a number that runs, and what the last one found. */
export const balancing = longWork<Search, SolveProgress, LabSolution>({
  kind: 'balance',
  follow: (search, on) => api.labSolve.subscribe({ ...search, queue: 'settings' }, on),
  done: 'The value of the number was looked for.'
})

/** The search as it is typed. */
export const useBalance = slice<{ draft?: BalanceDraft }>('lab-balance-draft', {})
export const draftNow = (draft: BalanceDraft | undefined): BalanceDraft => draft ?? balanceDraft(whereToPlay())

export function beginBalance(target: LabTarget, at: string): void {
  // The result is at the top, the button that begins it below.
  showRoom('balance')
  document.querySelector('.lab-report')?.scrollTo({ top: 0 })
  balancing.begin({ target, at })
}

/** Writes a value into its file, as one edit. */
export const applyValue = (of: Pick<FoundNumber, 'path' | 'keys'>, value: number): Promise<void> =>
  ifEditable(async () => {
    const beat = await runCall(() => api.labApply.mutate({ of: { path: of.path, keys: of.keys }, value }))
    if (beat) await savedEdit(beat)
  }).then(() => undefined)
