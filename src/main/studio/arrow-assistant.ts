import { randomUUID } from 'node:crypto'
import { never } from '../../shared/base/abort'
import { type AssistantMessage, readArrow, writeArrow } from '../../arrow'
import { runBatch, runCall } from '../../arrow/schemas'
import { Queue } from '../../shared/base/queue'
import type { ArrowCalls } from '../../shared/contract/arrow-calls'
import { Problem, toProblem } from '../../shared/base/problem'
import type { Assistant } from '../arrow/assistant'
import type { ModelBudget } from '../arrow/model'
import { ProtocolSession } from '../arrow/session'
import type { DesignLibrary } from '../design/library'
import { documentsPort } from '../design/port'
import type { CallContext } from './call-context'
import type { OpenFolder } from './open-folder'

const MAX_CONVERSATIONS = 32

type AssistantCalls = Pick<ArrowCalls, 'arrowAssistant' | 'tellArrowAssistant' | 'runArrowCalls' | 'arrowModel'>

/** The calls of the assistant's panel: its conversations, and the functions that it runs. */
export function arrowAssistantCalls(context: CallContext): AssistantCalls {
  const conversations = new Map<string, ProtocolSession>()
  return {
    async *arrowAssistant({ conversation, assistant }, stop = never) {
      const open = assistant === 'model' ? context.writable() : context.current()
      const answers = assistant === 'model' ? await modelOf(context, open) : (await import('../arrow/offline')).offlineAssistant
      if (conversations.size >= MAX_CONVERSATIONS && !conversations.has(conversation))
        throw new Problem('refused', `${MAX_CONVERSATIONS} conversations with the assistant are open. Close a window, then ask again.`)
      const messages = new Queue<AssistantMessage>()
      const session = sessionWith(answers, open.library, (message) => messages.push(message))
      conversations.get(conversation)?.close()
      conversations.set(conversation, session)
      stop.addEventListener('abort', () => session.close())
      try {
        yield* messages.until(stop)
      } finally {
        session.close()
        if (conversations.get(conversation) === session) conversations.delete(conversation)
      }
    },
    tellArrowAssistant: async ({ conversation, message }) => {
      const session = conversations.get(conversation)
      if (!session) throw new Problem('not-found', 'This conversation with the assistant is over. Send your message again.')
      session.receive(message)
    },
    runArrowCalls: async ({ text, calls, context: { scene, selected, lastCreated } }) => {
      const { document } = readArrow(text)
      const context = {
        ids: { now: Date.now() },
        ...(scene !== undefined && { scene }),
        ...(selected && { selected }),
        ...(lastCreated !== undefined && { lastCreated })
      }
      const [only] = calls
      const ran = calls.length === 1 && only ? runCall(document, only, context) : runBatch(document, calls, context)
      const { result } = ran
      if (!result.success) return { result }
      return { result, text: writeArrow(ran.document), ...(ran.context.lastCreated !== undefined && { lastCreated: ran.context.lastCreated }) }
    },
    arrowModel: async ({ text, scene }) => {
      const { machine } = context
      const { firstRequest } = await import('../arrow/model')
      const why = await machine.access(context.current().info.dir).then(
        () => undefined,
        (thrown: unknown) => toProblem(thrown).message
      )
      const { document } = readArrow(text)
      return {
        model: machine.model,
        ...firstRequest(machine.model, document, { ...(scene !== undefined && { scene }) }, machine.prices),
        ...(why !== undefined && { why })
      }
    }
  }
}

function sessionWith(assistant: Assistant, library: DesignLibrary, send: (message: AssistantMessage) => void): ProtocolSession {
  return new ProtocolSession({
    assistant,
    documents: documentsPort(() => library, Date.now),
    send,
    timer: (ms, elapsed) => {
      const timer = setTimeout(elapsed, ms)
      return () => clearTimeout(timer)
    },
    now: () => Date.now(),
    newId: () => randomUUID()
  })
}

/** The machine's model as the assistant, with the budget of the open campaign. */
async function modelOf(context: CallContext, open: OpenFolder): Promise<Assistant> {
  const { machine } = context
  const { modelAssistant } = await import('../arrow/model')
  const { spending } = open.campaign
  const purse: ModelBudget = {
    admit: async (requests, signal) => {
      if (context.current() !== open) throw new Problem('not-found', 'The campaign was closed. Open it again, then ask again.')
      return spending.purse(machine.prices).admit(requests, signal)
    },
    charge: (model, usage) => {
      const unrecorded = spending.charge(model, usage)
      open.table.tell()
      return unrecorded
    }
  }
  return modelAssistant({ access: () => machine.access(open.info.dir), model: () => machine.model, purse })
}
