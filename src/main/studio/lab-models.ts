import { never } from '../../shared/base/abort'
import type { LabCalls } from '../../shared/contract/lab-calls'
import type { SummariesAsked } from '../../shared/lab/summaries'
import type { ContinuationHost, Continuations } from '../lab/continuations/continuations'
import type { Lab } from '../lab/lab'
import type { Summaries } from '../lab/summaries'
import { withProgress } from '../work/with-progress'
import { batchServer } from './batch-server'
import type { CallContext } from './call-context'
import { whileJudging } from './judge'
import type { OpenFolder } from './open-folder'

type ModelCalls = 'labContinuePrice' | 'labContinue' | 'labContinueStop' | 'labContinuations' | 'labSummariesPrice' | 'labSummarise' | 'labSummaries'

/** The calls that let models continue sessions of the lab, and summarise them. */
export function labModelCalls(
  { current, writable, announce, machine }: CallContext,
  labs: { of(open: OpenFolder): Promise<Lab>; continuationsOf(open: OpenFolder): Promise<Continuations> }
): Pick<LabCalls, ModelCalls> {
  const changed = ({ table }: OpenFolder): void => {
    announce({ kind: 'head' })
    table.tell()
  }
  const hostOf = (open: OpenFolder): ContinuationHost => ({
    models: open.agents,
    prices: machine.prices,
    announce: () => changed(open),
    clock: () => Date.now()
  })
  const summariesOf = async (open: OpenFolder): Promise<Summaries> => {
    const { Summaries } = await import('../lab/summaries')
    return new Summaries(await labs.of(open), open.campaign)
  }
  /** What is to be summarised, with the model: all continuations if nothing is named. */
  const meant = async (
    open: OpenFolder,
    run: string,
    { branches, sessions, model }: SummariesAsked
  ): Promise<[string, string[], number[], string]> => {
    const { judge, agents } = open.campaign.snapshot.settings()
    const all = branches.length + sessions.length === 0 ? (await labs.continuationsOf(open)).list(run) : []
    const named = [...branches, ...all.flatMap(({ branch, kept }) => (kept ? [branch] : []))]
    return [run, named, sessions, model ?? judge ?? agents['default']?.model ?? machine.model]
  }
  return {
    labContinuePrice: async ({ run, grid }) => (await labs.continuationsOf(current())).price(run, grid, hostOf(current())),
    labContinue: ({ run, grid, cap }, stop) =>
      withProgress(async (tell) => {
        const open = writable()
        await machine.access(open.info.dir)
        return (await labs.continuationsOf(open)).play(run, grid, hostOf(open), { cap, signal: stop ?? never, tell })
      }),
    labContinueStop: async () => (await labs.continuationsOf(current())).stop(),
    labContinuations: async ({ run }) => (await labs.continuationsOf(current())).list(run),
    labSummariesPrice: async ({ run, asked }) => {
      const open = current()
      return (await summariesOf(open)).price(...(await meant(open, run, asked)), machine.prices)
    },
    labSummarise: ({ run, asked }, stop) =>
      withProgress(async (tell) => {
        const open = writable()
        const summaries = await summariesOf(open)
        const server = await batchServer(await machine.access(open.info.dir), 'summary')
        return whileJudging(open, machine, { stop: stop ?? never, cap: asked.cap }, async (_host, signal, purse) => {
          const report = await summaries.write(...(await meant(open, run, asked)), { server, limits: { purse, signal, tell } })
          changed(open)
          return report
        })
      }),
    labSummaries: async ({ run }) => (await summariesOf(current())).list(run)
  }
}
