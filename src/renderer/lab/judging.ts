import { JUDGES, MAX_RUNS } from '../../shared/analysis/run-limits'
import type { RubricShown, RunsAsked, RunsProgress, RunsReport } from '../../shared/analysis/run-verdicts'
import { api } from '../client'
import { ifEditable, savedEdit } from '../editing'
import { openDraft } from '../files/draft-request'
import { openAt } from '../files/open-at'
import { runCall } from '../run-call'
import { arrange, goTo, useSession } from '../session'
import { slice } from '../slice'
import { longWork } from './long-work'
import { showRoom } from './state'

/** The judges that compare runs, and what the last ones said. */
export const judging = longWork<RunsAsked, RunsProgress, RunsReport>({
  kind: 'judge',
  follow: (asked, on) => api.judgeRuns.subscribe(asked, on),
  done: 'The judges are done.'
})

/** What the form asks for, as it is typed; `runs`: one in each line. */
export interface JudgingDraft {
  runs: string
  models: string
  isBatch: boolean
}

/** The form as it is typed. */
export const useJudging = slice<{ draft?: JudgingDraft | undefined }>('lab-judging-draft', {})

const namesIn = (text: string, separator: string): string[] => text.split(separator).flatMap((one) => (one.trim() === '' ? [] : [one.trim()]))

/** What a draft asks for, or what is wrong with it in a sentence. */
export function askedIn({ runs, models, isBatch }: JudgingDraft): RunsAsked | string {
  const [named, judges] = [namesIn(runs, '\n'), namesIn(models, ',')]
  if (named.length < 2) return 'Name at least two runs, each in a line of its own.'
  if (named.length > MAX_RUNS) return `Every pair is compared, so name at most ${MAX_RUNS} runs.`
  if (judges.length > 1 && judges.length !== JUDGES) return 'Name one model for all three judges, or three.'
  return {
    runs: named,
    ...(judges.length === 0 ? {} : { models: judges }),
    ...(isBatch ? { batch: true } : {})
  }
}

/** Opens the form for judges. `runs`: the branches to compare; without them the form is as it was left. */
export function askToJudge(runs?: readonly string[]): void {
  const { draft = { runs: '', models: '', isBatch: false } } = useJudging.get()
  useJudging.set({ draft: runs ? { ...draft, runs: runs.join('\n') } : draft })
  // The form gives the keys back to what is shown now.
  showRoom('judge')
  useSession.setState({ dialog: 'lab-judge' })
}

/** Lets judges compare runs. Only what wasn't answered before is sent. */
export function beginJudging(asked: RunsAsked): void {
  showRoom('judge')
  judging.begin(asked)
}

/** Opens the rubric: the campaign's, or the default as a new file. */
export function openRubric({ path, text }: RubricShown): void {
  if (path === undefined) openDraft({ path: 'direction/rubric.md', text, line: 1, column: 1 })
  else openAt(path)
}

/** Opens the designer's marks with every pair of these runs, to be filled in. */
export async function openMarks(runs: readonly string[]): Promise<void> {
  const draft = await runCall(() => api.marksDraft.query({ runs: [...runs] }))
  if (!draft) return
  const { path, text, before } = draft
  const lines = text.split('\n')
  const line = Math.max(1, lines.findIndex((one) => one.endsWith(": '?'")) + 1)
  if (before === undefined) return openDraft({ path, text, line, column: (lines[line - 1] ?? '').length })
  if (text !== before)
    await ifEditable(async () => {
      const over = (await api.fileText.query({ path })).version
      const done = await runCall(() => api.saveText.mutate({ path, text, subject: 'Pairs of runs to mark', over }))
      if (done && !('held' in done)) await savedEdit(done.beat)
    })
  openAt(path, line)
}

/** Shows a beat that a judge named, in the Play view. The branch that is checked out stays. */
export function showEvidence(commit: string): void {
  goTo(commit)
  arrange({ view: 'play', side: 'log' })
}
