import { NOTHING_USED } from '../../shared/table/usage'
import type { Access } from '../agents/anthropic'
import type { BatchForm } from '../agents/anthropic/judge'
import type { BatchServer } from '../story/runs/judge-in-batch'
import { sleep } from '../table/agents'

/** The batches at this machine's address. `form`: what its requests ask for. Throws Problem `agent-failed` if it has none. */
export async function batchServer(access: Access, form: BatchForm): Promise<BatchServer> {
  const { batchAnswers, batchState, checkBatches, createBatch, judgementOfReply, batchRequest } = await import('../agents/anthropic')
  checkBatches(access)
  return {
    host: new URL(access.baseUrl).host,
    create: (requests) =>
      createBatch(
        access,
        requests.map(({ id, model, prompt }) => ({ id, params: batchRequest(model, prompt, form) }))
      ),
    state: (id) => batchState(access, id),
    async *answers(id, modelOf) {
      for await (const { id: request, reply, problem } of batchAnswers(access, id)) {
        const judgement = reply
          ? judgementOfReply(modelOf(request), reply, access.prices, form)
          : { usage: NOTHING_USED, ...(problem === undefined ? {} : { problem }) }
        yield { id: request, judgement }
      }
    },
    wait: sleep
  }
}
