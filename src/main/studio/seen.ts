import type { View } from '../../shared/agents'
import type { Game, Offer } from '../../shared/game'
import type { Lore } from '../../shared/lore'
import type { GameState } from '../../shared/state'
import type { Context, TableSettings } from '../../shared/turns'
import { assemble } from '../agents/context/assemble'
import { DM } from '../engine/people'
import { project, type Pages } from '../engine/project'
import { offered } from '../engine/verbs'

/** A moment of the story with everything that a seat's share of it is made from. */
export interface Seeable {
  state: GameState
  lore: Lore
  game: Game
  pages: () => Pages
  settings: () => TableSettings
}

/** What `who` may know. */
export const viewOf = ({ state, lore, pages, game }: Seeable, who: string): View => project(state, lore, pages(), who, game)

/** What `who` can do, parameters filled; [] when it is not their turn. */
export const offersOf = ({ state, lore, game }: Seeable, who: string): Offer[] =>
  offered(state, game, who, who === DM ? lore.story.map((event) => event.id) : [])

/** Everything an agent at that seat is told. */
export function contextOf(moment: Seeable, who: string): Context {
  const { tiers, k } = moment.settings()
  return assemble(viewOf(moment, who), offersOf(moment, who), { tiers, k })
}
