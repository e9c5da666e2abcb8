import type { View } from '../../shared/agents'
import type { Game, Offer, PossibleOffer } from '../../shared/game'
import type { Lore } from '../../shared/lore'
import type { GameState } from '../../shared/state'
import { type Context, type ContextPiece, INSTRUCTION, type TableSettings } from '../../shared/turns'
import { assemble } from '../agents/context/assemble'
import { digestOf } from '../agents/context/digest'
import { tokensOf } from '../agents/context/tokens'
import type { NoteIndex } from '../campaign/notes/note-index'
import type { Authored } from '../engine/documents'
import { everyOffer } from '../engine/every-offer'
import { DM } from '../engine/people'
import { project, type Pages } from '../engine/project'
import { offered } from '../engine/verbs'
import { seatNotes } from './seat-notes'

/** Everything about one commit that seats' views are made from. */
export interface Seeable {
  state: GameState
  lore: Lore
  game: Game
  pages: () => Pages
  settings: () => TableSettings
  /** The index of what a seat may search. It is valid until the next call. */
  notes: (who: string) => NoteIndex
}

/** The story as it is for a player who was called on with others, as if those before had passed already. Nothing else happens meanwhile. */
export function calledOn(seeable: Seeable, who: string): Seeable {
  const { next } = seeable.state
  const place = next.waiting.indexOf(who)
  if (next.phase !== 'player' || place < 0) return seeable
  const turn = { actor: who, waiting: next.waiting.slice(place + 1), spent: {}, turns: next.turns + place + 1 }
  return { ...seeable, state: { ...seeable.state, next: { ...next, ...turn } } }
}

/** What `who` may know. */
export const viewOf = ({ state, lore, pages, game }: Seeable, who: string): View => project(state, lore, pages(), who, game)

/** What `who` can do, with parameters filled; [] if it isn't their turn. */
export const offersOf = ({ state, lore, game }: Seeable, who: string): Offer[] => offered(state, game, who, authoredFor(lore, who))

/** What is authored about the story, as far as it decides what somebody can do. */
export const authoredFor = ({ story }: Pick<Lore, 'story'>, who: string): Authored =>
  who === DM ? { stories: story.map(({ id }) => id), documents: withDocument(story) } : {}

const withDocument = (story: Lore['story']): Lore['story'] => story.filter(({ arrow }) => arrow !== undefined)

/** Every tool that `who` may be offered at some time. */
export const everyOfferOf = ({ state, game, lore }: Seeable, who: string): PossibleOffer[] => everyOffer(state, game, who, withDocument(lore.story))

/** The context of a turn at a seat; `instruction` is appended to its frame as the designer's words. */
export function contextOf(seeable: Seeable, who: string, instruction?: string): Context {
  const { tiers, k } = seeable.settings()
  const view = viewOf(seeable, who)
  const context = assemble(view, offersOf(seeable, who), { tiers, k }, seatNotes(seeable.notes(who), view, k))
  return instruction === undefined || instruction.trim() === '' ? context : instructed(context, instruction.trim())
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
