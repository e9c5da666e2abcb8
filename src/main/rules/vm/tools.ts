// Runs inside the sandbox. What the kernel lays out for everything else in there, as globals of these names.
import type { RolledTable } from '../../../shared/tables'
import type { Game } from '../../../shared/game'
import type { Roll, RollOptions } from '../../../shared/play'

export interface Tools {
  roll(expr: string, options?: RollOptions): Roll
  rollTable(name: string): Readonly<RolledTable['row']>
  refuse(sentence: string): Error
  game: Pick<Game, 'equipment' | 'conditions' | 'tables' | 'manifest'>
}
