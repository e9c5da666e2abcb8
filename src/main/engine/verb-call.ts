import { own } from '../../shared/base/json'
import type { ActionCall, Params } from '../../shared/story/play'
import type { GameState } from '../../shared/story/state'
import type { Run } from './actions'
import type { Documents } from './documents'
import type { Scribe } from './scribe'

/** A call of one of the table's own verbs, with what playing it needs. */
export class VerbCall {
  constructor(
    readonly state: GameState,
    readonly call: ActionCall,
    readonly params: Params,
    readonly run: Run,
    readonly scribe: Scribe,
    readonly documents: Documents
  ) {}

  /** A parameter as text; empty if it is absent. */
  readonly text = (name: string): string => String(own(this.params, name) ?? '')
}
