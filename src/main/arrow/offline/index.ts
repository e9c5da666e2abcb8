import { type ArrowDocument, asksForUndo, type CallContext, exampleNames } from '../../../arrow'
import { listed } from '../../../shared/words/labels'
import type { Assistant, DesignContext, AssistantTools } from '../assistant'
import { answerAbout, refusalOf } from './answers'
import { continued, NO, YES } from './continued'
import { exampleFor, USUAL } from './examples'
import { parseRequest } from './grammar'
import { planSteps } from './plan'
import type { RequestStep } from './steps'
import { clipped } from '../../../shared/words/clipped'

const help = (document: ArrowDocument): string =>
  `I can add every type of node, also between two nodes; connect, disconnect, rename and delete nodes; change their texts, options and colours; skip nodes; set where a scene or the document begins; and create characters, variables and scenes. Say, for example, ${exampleFor('', document)}, or “after ${(exampleNames(document).options ?? USUAL)[1]} add content "She leaves."”.`
const ASKS_HELP = /^(?:help|hello|hi|hey|what can you do|what do you understand|examples?)\b[^"“]{0,20}$|^\?+$/i
const THANKS = /^(?:thanks|thank you|ok|okay|great|good|nice|perfect)\b[^"“]{0,20}$/i

/** An assistant without a model: it understands a small grammar, and otherwise asks back in one sentence. */
export const offlineAssistant: Assistant = async ({ message: said, history }, hands) => {
  const message = continued(said, history)
  if (ASKS_HELP.test(message.trim())) return hands.say(help(hands.document()))
  if (THANKS.test(message.trim())) return hands.say('You’re welcome. What shall I add or change next?')
  if (NO.test(message.trim())) return hands.say('All right, nothing changes. What shall I do instead?')
  if (YES.test(message.trim()))
    return hands.say(`I don’t know what you agree to. Say what to add or change, for example ${exampleFor('', hands.document())}.`)
  if (asksForUndo(message)) return hands.say('I can’t undo what I did. Use Undo in your editor.')
  const told = answerAbout(message, { document: hands.document(), context: hands.context() })
  if (told !== undefined) return hands.say(told)
  const parsed = parseRequest(message)
  if ('unclear' in parsed) {
    const found = QUESTION.test(message) ? fromDocuments(await hands.documents(message)) : undefined
    const refused = found ?? refusalOf(parsed.unclear)
    if (refused !== undefined) return hands.say(refused)
    const part = clipped(parsed.unclear, 120)
    return hands.say(
      part === ''
        ? `What shall I add or change? Say, for example, ${exampleFor('', hands.document())}.`
        : `What do you mean by “${part}”? Say, for example, ${exampleFor(part, hands.document())}.`
    )
  }
  // As many steps as possible are planned before any is executed.
  let rest: readonly RequestStep[] = parsed.steps
  let context = hands.context()
  const created: number[] = []
  const remarks: string[] = []
  while (rest.length > 0) {
    const plan = planSteps(rest, hands.document(), context, rest !== parsed.steps)
    if ('question' in plan) return hands.say(plan.question)
    if (plan.calls.length === 0) return hands.say('What is to follow there? Say it with the place, as in “after Refuse add content "She leaves."”.')
    hands.say(`I’ll ${actionWords(plan.words)}.`)
    const result = await hands.call(plan.calls)
    if (!result.success) return hands.say(`That wasn’t done: ${result.error}`)
    created.push(...result.created_nodes)
    remarks.push(...plan.remarks)
    rest = plan.rest
    if (rest.length > 0) context = plan.inNewScene ? inNewScene(hands, result.created_nodes) : hands.context()
  }
  hands.say(
    [created.length === 0 ? 'Done.' : `Done: ${created.length === 1 ? 'node' : 'nodes'} ${created.join(', ')}.`, ...new Set(remarks)].join(' ')
  )
}

/** A question about the story, which its design documents may answer. */
const QUESTION = /\?\s*$|^\s*(?:who|whom|whose|what|where|when|why|how|which|tell|find|search|look up)\b/i

/** The most passages that are quoted, and the most characters of each. */
const MAX_QUOTED = 3
const MAX_QUOTE = 400

/** The passages of the design documents, with their pages; undefined if there are none. */
function fromDocuments({ passages }: DesignContext): string | undefined {
  if (passages.length === 0) return undefined
  const quoted = passages.slice(0, MAX_QUOTED).map(({ name, page, text }) => {
    const line = text.replace(/\s+/g, ' ').trim()
    return `“${name}”, page ${page}: ${line.length > MAX_QUOTE ? `${line.slice(0, MAX_QUOTE).replace(/\s\S*$/, '')} …` : line}`
  })
  return `The design documents say:\n${quoted.join('\n')}`
}

/** The user's position after a scene was created: at its entry. */
function inNewScene(hands: AssistantTools, created: readonly number[]): CallContext {
  const entry = created.at(-1)
  const [scene] = [...hands.document().resources.scenes].find(([, { map }]) => entry !== undefined && map.has(entry)) ?? []
  const { ids } = hands.context()
  return { ...(ids && { ids }), ...(scene !== undefined && { scene }) }
}

/** The actions in words; a repeated verb is named once. */
function actionWords(words: readonly string[]): string {
  const groups: { verb: string; things: string[] }[] = []
  for (const one of words) {
    const [, verb = '', thing = ''] = /^(\w+) (.*)$/s.exec(one) ?? []
    const last = groups.at(-1)
    if (last?.verb === verb) last.things.push(thing)
    else groups.push({ verb, things: [thing] })
  }
  return groups.map(({ verb, things }) => `${verb} ${listed(things)}`).join(', then ')
}
