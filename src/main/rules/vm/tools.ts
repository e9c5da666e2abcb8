// Runs inside the sandbox. What the kernel lays out for everything else in there, as globals of these names.
import type { RolledTable } from '../../../shared/story/tables'
import type { Game } from '../../../shared/story/game'
import type { Roll, RollOptions } from '../../../shared/story/play'

export interface Tools {
  roll(expr: string, options?: RollOptions): Roll
  rollTable(name: string): Readonly<RolledTable['row']>
  refuse(sentence: string): Error
  game: Pick<Game, 'equipment' | 'conditions' | 'tables' | 'manifest'>
}
