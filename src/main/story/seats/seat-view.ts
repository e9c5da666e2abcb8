import type { View } from '../../../shared/table/agents'
import type { Game, Offer, PossibleOffer } from '../../../shared/story/game'
import type { Lore, StoryEvent } from '../../../shared/story/lore'
import { holds, isOver } from '../../../shared/story/premises'
import type { Skill } from '../../../shared/table/skills'
import type { GameState } from '../../../shared/story/state'
import { type Context, type ContextPiece, INSTRUCTION, type Profile } from '../../../shared/table/turns'
import { assemble } from '../../agents/context/assemble'
import { digestOf } from '../../agents/context/digest'
import { tokensOf } from '../../agents/context/tokens'
import { canPlan, planOffers, skillLines } from '../../agents/skills/plan-offers'
import type { AuthoredEvents } from '../../engine/documents'
import { closedEnding } from '../../engine/ending'
import { everyOffer } from '../../engine/every-offer'
import { DM } from '../../engine/people'
import { project } from '../../engine/project'
import { offered } from '../../engine/verbs'
import { seatMemory } from '../notes/seat-memory'
import { seatNotes } from './seat-notes'
import type { StorySnapshot } from '../story'

/** The story for a player who was called on with others, as if the players before had already passed. */
export function calledOn(snapshot: StorySnapshot, who: string): StorySnapshot {
  const { next } = snapshot.state
  const place = next.waiting.indexOf(who)
  if (next.phase !== 'player' || place < 0) return snapshot
  const turn = { actor: who, waiting: next.waiting.slice(place + 1), spent: {}, turns: next.turns + place + 1 }
  return { ...snapshot, state: { ...snapshot.state, next: { ...next, ...turn } } }
}

/** What `who` may know. */
export const viewOf = ({ state, lore, pages, game }: StorySnapshot, who: string): View => project(state, lore, pages(), who, game)

/**
 * The offers for `who`, with parameters; [] if it isn't their turn. With `only`, those of that name. The rules are asked once for the same state.
 */
export function offersOf(snapshot: OffersAt, who: string, only?: string): readonly Offer[] {
  const { state, lore, game } = snapshot
  if (only !== undefined) return offered(state, game, who, authoredFor(snapshot, who), only)
  const last = offersAt.get(state)
  if (last?.who === who && last.game === game && last.story === lore.story) return last.offers
  const offers = offered(state, game, who, authoredFor(snapshot, who))
  offersAt.set(state, { who, game, story: lore.story, offers })
  return offers
}

/** The last computed offers for a state, with the arguments they were computed for. */
const offersAt = new WeakMap<GameState, { who: string; game: Game; story: Lore['story']; offers: readonly Offer[] }>()

/** What offers are computed from. */
type OffersAt = { lore: Pick<Lore, 'story'> } & Pick<StorySnapshot, 'state' | 'game'>

/** The offers for `who` if the designer plays the seat, who may end the campaign at any time. */
export function offersByHand(snapshot: OffersAt, who: string): readonly Offer[] {
  return offered(snapshot.state, snapshot.game, who, { ...authoredFor(snapshot, who), closedEnding: undefined })
}

/** The authored data on which the offers for `who` depend. */
export const authoredFor = ({ state, game, lore: { story } }: OffersAt, who: string): AuthoredEvents =>
  who === DM
    ? { stories: story.filter((event) => mayHaveScene(event, state)), documents: withDocument(story), closedEnding: closedEnding(state, game, story) }
    : {}

/** Whether a scene may be based on a story event: it is ready, and not over. A climax that was decided in another scene still gets its own. */
const mayHaveScene = (event: StoryEvent, state: GameState): boolean =>
  holds(state.facts, event.starts_when) && (!isOver(event, state) || event.climax)

const withDocument = (story: Lore['story']): Lore['story'] => story.filter(({ arrow }) => arrow !== undefined)

/** Every tool that `who` may be offered at some time. */
export const everyOfferOf = (snapshot: StorySnapshot, who: string): PossibleOffer[] => {
  const every = everyOffer(snapshot.state, snapshot.game, who, withDocument(snapshot.lore.story))
  return plans(snapshot, who) ? [...every, ...planOffers([]).map((offer) => ({ ...offer, forms: [offer.params] }))] : every
}

/** Whether `who` works by plans. Only the DM does, and only if the settings say so. */
export const plans = ({ settings }: Pick<StorySnapshot, 'settings'>, who: string): boolean => who === DM && settings().dm?.mode === 'plan'

/** Whether `who` plans in the current turn. In a fight and between scenes the DM calls tools one by one. */
export const plansNow = (snapshot: StorySnapshot, who: string, offers: readonly Offer[] = offersOf(snapshot, who)): boolean =>
  plans(snapshot, who) && snapshot.state.next.phase === 'dm' && canPlan(offers)

/**
 * The context of a turn for a seat. `instruction` is appended to its frame as the designer's words; `tools` are the external skills. A lean DM uses its
 * tools one by one even at a table that plans, because the skills of a plan alone would fill its prompt.
 */
export function contextOf(
  snapshot: StorySnapshot,
  who: string,
  { instruction, tools = [], profile }: { instruction?: string | undefined; tools?: readonly Skill[] | undefined; profile?: Profile | undefined } = {}
): Context {
  const { tiers, k } = snapshot.settings()
  const view = viewOf(snapshot, who)
  const offers = offersOf(snapshot, who)
  const isLean = profile === 'lean'
  const isPlanned = !isLean && plansNow(snapshot, who, offers)
  const planning = !isLean && plans(snapshot, who) ? { skills: isPlanned ? skillLines(offers, tools) : undefined } : undefined
  const context = assemble(
    view,
    isPlanned ? planOffers(offers) : offers,
    { tiers, k },
    { ...seatNotes(snapshot.notes(who), view, k), memory: seatMemory(snapshot, who, view), factsByAge: who === DM ? factsByAge(snapshot) : [] },
    planning,
    profile
  )
  return instruction === undefined || instruction.trim() === '' ? context : instructed(context, instruction.trim())
}

/** The facts that the logs of all scenes set, in the order in which they were set last. */
function factsByAge({ scenes }: Pick<StorySnapshot, 'scenes'>): string[] {
  const facts = new Set<string>()
  for (const { log } of scenes())
    for (const { changes } of log)
      for (const fact of Object.keys(changes?.facts ?? {})) {
        facts.delete(fact)
        facts.add(fact)
      }
  return [...facts]
}

function instructed(context: Context, text: string): Context {
  const tokens = tokensOf(text)
  const piece: ContextPiece = {
    id: INSTRUCTION,
    title: 'From the designer',
    tier: 'frame',
    source: 'the designer',
    text,
    tokens,
    kept: true,
    why: 'added for this turn alone'
  }
  const at = context.pieces.findLastIndex((one) => one.tier === 'frame') + 1
  const pieces = [...context.pieces.slice(0, at), piece, ...context.pieces.slice(at)]
  return { ...context, pieces, tokens: context.tokens + tokens, digest: digestOf(`${context.digest}\n${text}`) }
}
