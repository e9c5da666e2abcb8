import type { ContinueProgress, ContinueResult, CostRange, GridPrice, ListedContinuation } from '../../shared/lab/continuation'
import { CONTINUATION_WORDS } from '../../shared/lab/kinds'
import type { SummariesReport } from '../../shared/lab/summaries'
import { MIN_SESSIONS_FOR_ODD, type OddSessions } from '../../shared/lab/odd'
import { ENDINGS } from '../../shared/lab/rows'
import { dollars } from '../../shared/table/usage'
import { counted, listed } from '../../shared/words/labels'
import { sideBySide } from './lab-words'

/** Unusual sessions in words. */
export function oddWords({ played, sessions }: OddSessions): string {
  if (played < MIN_SESSIONS_FOR_ODD)
    return `Of ${counted(played, 'session')} none can be called unusual. Play at least ${MIN_SESSIONS_FOR_ODD} with: proscenium lab run`
  if (sessions.length === 0) return `None of ${counted(played, 'session')} is unusual: no end, place, fact or length is rare.`
  return sessions
    .map(({ session, seed, ending, beats, at, why }) =>
      [
        `Session ${session} (seed ${seed}, ${counted(beats, 'beat')}; ${ENDINGS[ending]}) from beat ${at} on:`,
        ...why.map(({ words, beat }) => `  beat ${String(beat).padStart(4)}  ${words}`)
      ].join('\n')
    )
    .join('\n')
}

const tokens = (n: number): string => Math.round(n).toLocaleString('en')
const range = ({ low, high }: CostRange): string => `${dollars(low)} to ${dollars(high)}`

/** The estimate for continuations, in words. */
export function continuePriceWords({ cells, requests, input, output, cost, unpriced }: GridPrice): string {
  const rows = cells.map(({ session, from, model, persona, first, requests: some, cost: own }) => [
    `session ${session} from beat ${from}`,
    model,
    persona ?? '',
    counted(some, 'request'),
    `first: ${listed(first.map(({ seat, tokens: size }) => `${seat} ${tokens(size)} tokens`))}`,
    own ? range(own) : 'price unknown'
  ])
  const sum = cost
    ? `about ${dollars(cost.low)} if the provider caches what it was sent before, ${dollars(cost.high)} if it doesn't`
    : `at a cost that can't be estimated, because the price of ${listed(unpriced)} is unknown`
  return [
    ...sideBySide(rows),
    `${counted(cells.length, 'continuation')} would take about ${counted(requests, 'request')} with ${tokens(input)} tokens, and ${tokens(output)} tokens of answers: ${sum}. This is an estimate from the first request of each seat as it would be sent, and from the turns that the built-in table would take.`,
    'Nothing was sent; add --yes to send it, and --cap to limit the cost.'
  ].join('\n')
}

export const continueProgressWords = ({ done, of, beats, requests, cost }: ContinueProgress): string =>
  `Continued ${done} of ${counted(of, 'session')}: ${counted(beats, 'beat')}, ${counted(requests, 'request')}, ${cost === undefined ? 'cost unknown' : `${dollars(cost)} spent`}.`

/** A continuation in a list. */
export const continuationWords = ({ branch, kept, session, from, played, beats, requests, cost, status, problem }: ListedContinuation): string =>
  [
    `${kept ? branch : `${branch} (no branch)`}: session ${session} after beat ${from}, ${played} of ${counted(beats, 'beat')}, ${counted(requests, 'request')}, ${cost === undefined ? 'cost unknown' : dollars(cost)}; ${CONTINUATION_WORDS[status]}.`,
    ...(problem === undefined ? [] : [`  ${problem}`])
  ].join('\n')

/** The result of continuing, in words. `dir`: the campaign's folder. */
export function continueWords({ continuations, left, cost }: ContinueResult, dir: string): string {
  const kept = continuations.filter((one) => one.kept)
  const alike = [...new Set(kept.map(({ session }) => session))].map((session) => kept.filter((one) => one.session === session))
  return [
    ...continuations.map(continuationWords),
    ...(left === 0 ? [] : [`${counted(left, 'continuation')} ${left === 1 ? 'was' : 'were'} not begun.`]),
    ...(left > 0 || continuations.some(({ status }) => status !== 'done' && status !== 'ended')
      ? ['The same command goes on where they stopped.']
      : []),
    cost === undefined ? 'The cost is unknown.' : `All together cost ${dollars(cost)}.`,
    ...alike.flatMap((some) =>
      some.length < 2 ? [] : [`Compare with: proscenium judge ${dir} --runs ${some.map(({ branch }) => branch).join(' ')}`]
    )
  ].join('\n')
}

/** Summaries in words, with what is missing. */
export const summariesWords = ({ summaries, waiting, cost, problems }: SummariesReport): string =>
  [
    ...summaries.map(({ branch, model, text }) => `# ${branch} (${model})\n\n${text}`),
    ...problems,
    ...(waiting === 0
      ? []
      : [
          `${counted(waiting, 'summary', 'summaries')} ${waiting === 1 ? 'is' : 'are'} in a batch, which goes on without Proscenium. The same command picks up the answers.`
        ]),
    ...(cost === undefined || cost === 0 ? [] : [`It cost ${dollars(cost)}.`])
  ].join('\n\n')
