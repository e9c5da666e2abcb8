import {
  act,
  type ArrowDocument,
  type FreshNode,
  parseMarkup,
  type PauseEvent,
  pendingNodes,
  plainMarkup,
  type PlayAction,
  type PlayEvent,
  type PlayState,
  type PlayStep,
  type ShownNode,
  stepBack
} from '../../arrow'

interface Offer {
  words: string
  action: PlayAction
}

/** The player's current choices, for every waiting node. */
export function playChoices(state: PlayState): Offer[] {
  const waiting = pendingNodes(state)
  return waiting.flatMap((node): Offer[] => {
    const which = waiting.length > 1 ? ` (${node.name})` : ''
    const options = node.shown.lines ?? node.shown.actions
    if (options) return options.map((text, index) => ({ words: `${text}${which}`, action: { do: 'choose', index, node: node.serial } }))
    if (node.type === 'user_input')
      return [{ words: `${node.shown.prompt || 'Enter a value.'}${which}`, action: { do: 'input', value: '', node: node.serial } }]
    return [{ words: `Continue${which}`, action: { do: 'continue', node: node.serial } }]
  })
}

/** The lines that show the events of a step, and the current choices. */
export function pageWords({ state, events }: PlayStep): string[] {
  // Without events the page is shown again: the waiting nodes on it.
  const lines =
    events.length > 0 ? events.flatMap(eventWords) : pendingNodes(state).flatMap(({ id, type, shown }) => nodeWords(plainNode(id, type, shown)))
  const now = playChoices(state)
  if (now.length === 0) return [...lines, '(The play ends here.)']
  const [only] = now
  if (now.length === 1 && only?.action.do === 'continue') return [...lines, '(Enter: continue)']
  if (now.length === 1 && only?.action.do === 'input') return [...lines, `(Enter a value${limitsOf(events)}, or :skip)`]
  return [...lines, ...now.map(({ words }, i) => `  ${i + 1}. ${words}`)]
}

function eventWords(event: PlayEvent): string[] {
  if (event.ev === 'problem') return [`! ${event.problem.message}`]
  if (event.ev === 'clear') return ['────────']
  return event.ev === 'pause' ? event.fresh.filter(({ skipped }) => !skipped).flatMap(nodeWords) : []
}

function plainNode(id: number, type: string, shown: ShownNode): FreshNode {
  const plain = (text: string | undefined): string | undefined => (text === undefined ? undefined : plainMarkup(parseMarkup(text)))
  const [title, text] = [plain(shown.title), plain(shown.text)]
  return { ...shown, id, type, played: false, skipped: false, ...(title === undefined ? {} : { title }), ...(text === undefined ? {} : { text }) }
}

/** The contents of a node. Choices are listed once, below the page. */
function nodeWords({ title, brief, text, character, lines, played_line, prompt, playable }: FreshNode): string[] {
  const whole = [brief, text].filter((part) => part !== undefined).join('\n')
  const speech = lines ? (played_line ?? (playable ? undefined : lines[0])) : whole
  const said = character === undefined ? whole : speech === undefined ? `${character}:` : `${character}: ${speech}`
  return [...(title === undefined ? [] : [`# ${title}`]), ...(said === '' ? [] : [said]), ...(prompt ? [prompt] : [])]
}

function limitsOf(events: readonly PlayEvent[]): string {
  const pause = events.findLast((event): event is PauseEvent => event.ev === 'pause')
  const input = pause?.fresh.findLast((node) => node.input)?.input
  if (!input || input.type === 'text') return input?.placeholder ? `, such as ${input.placeholder}` : ''
  if (input.type === 'checkbox') return ': true or false'
  return input.min === 'undefined' || input.max === 'undefined' ? ': a whole number' : `: a number from ${input.min} to ${input.max}`
}

/** The result of a line of the player: a step, words to show, or the end. */
export type LineResult = { step: PlayStep } | { words: string } | { quit: true }

/** Interprets a line of the player. */
export function interpretLine(document: ArrowDocument, state: PlayState, line: string): LineResult {
  const text = line.trim()
  if (text.startsWith(':')) return command(document, state, text.toLowerCase())
  const now = playChoices(state)
  const offer = now.length === 1 && now[0]?.action.do !== 'choose' ? now[0] : now[Number(/^\d{1,4}/.exec(text)?.[0] ?? 0) - 1]
  if (!offer) return { words: now.length === 0 ? 'Nothing waits here. Use :back or :quit.' : `Choose a number from 1 to ${now.length}.` }
  // Beside other choices, an input's value follows its number: "2 Ann".
  const value = now.length === 1 ? text : text.replace(/^\d+\s*/, '')
  const step = act(document, state, offer.action.do === 'input' ? { ...offer.action, value } : offer.action)
  return step.refused === undefined ? { step } : { words: step.refused }
}

function command(document: ArrowDocument, state: PlayState, text: string): LineResult {
  const { variables, characters } = document.resources
  switch (text) {
    case ':quit':
      return { quit: true }
    case ':vars':
      return {
        words: [...variables].map(([id, { name }]) => `${name} = ${JSON.stringify(state.variables[id])}`).join('\n') || 'There are no variables.'
      }
    case ':tags':
      return { words: [...characters].map(([id, { name }]) => `${name}: ${tagWords(state.tags[id])}`).join('\n') || 'There are no characters.' }
    case ':skip':
      return pendingNodes(state).length === 0 ? { words: 'Nothing waits here. Use :back or :quit.' } : { step: act(document, state, { do: 'skip' }) }
    case ':back': {
      const before = stepBack(state)
      return before ? { step: { state: before, events: [] } } : { words: 'This is the beginning.' }
    }
    default:
      return { words: 'The commands are :vars, :tags, :back, :skip and :quit.' }
  }
}

const tagWords = (tags: Readonly<Record<string, string>> = {}): string =>
  Object.entries(tags)
    .map(([key, value]) => `${key} = ${value}`)
    .join(', ') || 'no tags'
