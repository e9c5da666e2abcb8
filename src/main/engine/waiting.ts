import { type ArrowDocument, type ArrowId, askedBy, inputView, playable, type PlayAction } from '../../arrow'
import type { Forms, Game, ParamDef } from '../../shared/story/game'
import { own } from '../../shared/base/json'
import { Problem } from '../../shared/base/problem'
import type { Params } from '../../shared/story/play'
import type { GameState, WaitingNode } from '../../shared/story/state'
import { choicesNow, running } from './documents'
import { storable } from './params'
import { partyPlace, ready } from './people'

/** An action at a waiting node: the DM continues past a text, or a player chooses. `at` is the node's index among the waiting nodes. */
export interface SceneAction {
  by: string
  at: number
  action: PlayAction
}

/** The question of a `user_input` node; undefined for a node without a variable, which can only be skipped. */
export function asksOf(document: ArrowDocument, id: ArrowId): WaitingNode['asks'] {
  const doc = playable(document)
  const node = doc.nodes.get(id)
  const request = node && askedBy(doc, node)
  if (!request) return undefined
  const view = inputView({ compat: false }, request)
  const [negative, positive] = request.custom
  switch (view.type) {
    case 'checkbox':
      return { type: 'yes', limits: '', ...wordOf('yes', positive), ...wordOf('no', negative) }
    case 'number':
      return { type: 'number', limits: numberLimits(view) }
    default:
      return { type: 'text', limits: view.pattern === undefined || view.pattern === 'undefined' ? '' : `It must match ${storable(view.pattern)}.` }
  }
}

const wordOf = (key: 'yes' | 'no', word: unknown): { yes?: string; no?: string } =>
  typeof word === 'string' && word !== '' ? { [key]: storable(word) } : {}

function numberLimits({ min = 'undefined', max = 'undefined', step = '1' }: { min?: string; max?: string; step?: string }): string {
  if (min === 'undefined' || max === 'undefined') return 'A whole number.'
  return Number(step) > 1 ? `A whole number from ${min} to ${max} in steps of ${step}.` : `A whole number from ${min} to ${max}.`
}

/** All choices that are offered now, numbered from 1 across all waiting nodes. */
function optionsOf(nodes: readonly WaitingNode[]): { value: string; label: string; at: number; index: number }[] {
  const all = nodes.flatMap(({ shown }, at) => {
    const nothing = shown.lines ? 'Say nothing.' : 'Do nothing.'
    return (shown.lines ?? shown.actions ?? []).map((text, index) => ({ label: text.trim() === '' ? nothing : text, at, index }))
  })
  return all.map((one, i) => ({ ...one, value: String(i + 1) }))
}

/**
 * The players who are asked for the choice, in order: the player whose line it is, otherwise the players in the party's place, beginning with the one
 * after the player who chose last. Empty if no choice is open. SPEC.md A4.
 */
export function choosers(state: GameState, game: Game): string[] {
  const nodes = choicesNow(state)
  if (nodes.length === 0 || state.next.mode !== 'story') return []
  const able = ready(state, game)
  const here = partyPlace(state, game)
  const present = able.filter((id) => own(state.actors, id)?.location === here)
  const owners = new Set(nodes.map(({ who }) => who))
  const [owner] = owners
  if (owners.size === 1 && owner !== undefined && present.includes(owner)) return [owner]
  const last = present.indexOf(running(state)?.play.chooser ?? '')
  return [...present.slice(last + 1), ...present.slice(0, last + 1)]
}

const CHOICE = { name: 'choice', description: 'What you say or do.' } as const
const ANSWER = { name: 'answer', description: 'Your answer.', required: false } as const
/** Every form of the parameters of `choose_option`. */
export const CHOICE_FORMS: Forms = [[{ ...CHOICE, type: 'string', required: true }], [{ ...ANSWER, type: 'string' }], [{ ...ANSWER, type: 'number' }]]

/** The parameters of `choose_option`. */
export function choiceParams(state: GameState): ParamDef[] {
  const nodes = choicesNow(state)
  const options = optionsOf(nodes)
  const input = nodes.find(({ type }) => type === 'user_input')
  const choice: ParamDef = {
    ...CHOICE,
    type: 'enum',
    required: input === undefined,
    enum: options.map(({ value }) => value),
    labels: Object.fromEntries(options.map(({ value, label }) => [value, label]))
  }
  return [...(options.length > 0 ? [choice] : []), ...(input ? inputParam(input) : [])]
}

function inputParam({ shown, asks }: WaitingNode): ParamDef[] {
  if (!asks) return []
  const description = [shown.prompt?.trim() || ANSWER.description, asks.limits, 'Leave it out to give none.'].filter((part) => part !== '').join(' ')
  const base = { ...ANSWER, description }
  if (asks.type !== 'yes') return [{ ...base, type: asks.type === 'number' ? 'number' : 'string' }]
  return [{ ...base, type: 'enum', enum: ['yes', 'no'], labels: { yes: asks.yes ?? 'Yes', no: asks.no ?? 'No' } }]
}

/** The action for a player's checked parameters. Throws Problem `refused` if no choice is open. */
export function chosenBy(state: GameState, by: string, params: Params): SceneAction {
  const nodes = choicesNow(state)
  const option = optionsOf(nodes).find(({ value }) => value === params['choice'])
  if (option) return { by, at: option.at, action: { do: 'choose', index: option.index } }
  const at = nodes.findIndex(({ type }) => type === 'user_input')
  if (at < 0) throw new Problem('refused', 'Nothing waits for a choice. Choose another action.')
  const { answer } = params
  if (answer === undefined || Array.isArray(answer)) return { by, at, action: { do: 'skip' } }
  return { by, at, action: { do: 'input', value: nodes[at]?.asks?.type === 'yes' ? answer === 'yes' : answer } }
}
