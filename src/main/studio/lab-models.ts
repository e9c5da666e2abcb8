import { never } from '../../shared/base/abort'
import type { LabCalls } from '../../shared/contract/lab-calls'
import type { ContinuationHost, Continuations } from '../lab/continuations/continuations'
import { withProgress } from '../work/with-progress'
import type { CallContext } from './call-context'
import type { OpenFolder } from './open-folder'

/** The calls that let models continue sessions of the lab. */
export function labModelCalls(
  { current, writable, announce, machine }: CallContext,
  continuationsOf: (open: OpenFolder) => Promise<Continuations>
): Pick<LabCalls, 'labContinuePrice' | 'labContinue' | 'labContinueStop' | 'labContinuations'> {
  const hostOf = ({ agents, table }: OpenFolder): ContinuationHost => ({
    models: agents,
    prices: machine.prices,
    announce: () => {
      announce({ kind: 'head' })
      table.tell()
    },
    clock: () => Date.now()
  })
  return {
    labContinuePrice: async ({ run, grid }) => (await continuationsOf(current())).price(run, grid, hostOf(current())),
    labContinue: ({ run, grid, cap }, stop) =>
      withProgress(async (tell) => {
        const open = writable()
        await machine.access(open.info.dir)
        return (await continuationsOf(open)).play(run, grid, hostOf(open), { cap, signal: stop ?? never, tell })
      }),
    labContinueStop: async () => (await continuationsOf(current())).stop(),
    labContinuations: async ({ run }) => (await continuationsOf(current())).list(run)
  }
}
