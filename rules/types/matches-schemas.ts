// Compares proscenium.d.ts with the schemas and with what rules really import. The compiler refuses this file when they differ.
import type * as library from 'proscenium'
import type * as schemas from '../../src/shared/story/game'
import type * as guide from '../../src/shared/story/guide'
import type * as play from '../../src/shared/story/play'
import type * as state from '../../src/shared/story/state'
import type { RuleState } from '../../src/main/rules/rule-state'
import type { StateRoot } from '../../src/main/rules/vm/result'
import type * as standard from '../../src/main/rules/vm/standard'
import type { Tools } from '../../src/main/rules/vm/tools'

type Named<K> = string extends K ? never : number extends K ? never : K
type Known<T> = { [K in keyof T as Named<K>]: T[K] }
/** The type of a field, and whether it may be absent. */
type Field<T, K extends keyof T> = Partial<Pick<T, K>> extends Pick<T, K> ? ['may be absent', Plain<Exclude<T[K], undefined>>] : Plain<T[K]>
/**
 * A type without `readonly` and without the fields of its own that a game may add; a map from any text stays one. A draft's result
 * is an ActionResult, which is compared by itself.
 */
type Plain<T> = unknown extends T
  ? T
  : [Json] extends [T]
    ? Json
    : T extends (...args: infer A) => infer R
      ? (...args: Plain<A>) => Plain<R>
      : T extends readonly unknown[]
        ? { -readonly [I in keyof T]: Plain<T[I]> }
        : T extends { passTime: unknown; result: unknown }
          ? Plain<Omit<T, 'result'>>
          : T extends object
            ? [keyof Known<T>] extends [never]
              ? { [K in keyof T]: Plain<T[K]> }
              : { [K in keyof T as Named<K>]-?: Field<T, K> }
            : T
type Same<A, B> = [Plain<A>, Plain<B>] extends [Plain<B>, Plain<A>] ? true : false
/** Of pairs by name, the names of those that differ. */
type Differing<Pairs> = {
  [Name in keyof Pairs]: Pairs[Name] extends [infer A, infer B] ? (Same<A, B> extends true ? never : Name) : Name
}[keyof Pairs]
type None<T extends never> = T

/** Which table a roll is for, only the sandbox says. */
type OwnRollOptions = Omit<play.RollOptions, 'table'>

interface Types {
  Flag: [Flag, play.ParamValue extends infer V ? Exclude<V, readonly unknown[]> : never]
  Item: [Item, state.Item]
  ActiveCondition: [ActiveCondition, state.ActiveCondition]
  Reveal: [Reveal, state.Reveal]
  Attitude: [Attitude, NonNullable<state.Actor['attitude']>]
  Actor: [Actor, state.Actor]
  Feature: [Feature, state.Feature]
  Place: [Place, state.Place]
  Journey: [Journey, state.Journey]
  Scene: [Scene, state.SceneFacts]
  Combat: [Combat, state.Combat]
  GameState: [GameState, RuleState]
  Params: [Params, play.Params]
  ParamDef: [ParamDef, schemas.ParamDef]
  Delta: [Delta, { [Part in StateRoot]?: Patch<NonNullable<RuleState[Part]>> | (Part extends 'combat' ? null : never) }]
  FollowUp: [FollowUp, play.FollowUp]
  ActionResult: [Omit<ActionResult, 'stateDelta' | 'followUp'>, Omit<play.ActionResult, 'stateDelta' | 'followUp'>]
  Roll: [Roll, play.Roll]
  ActionKind: [ActionKind, guide.ActionKind]
  Care: [Care, guide.Care]
  Equipment: [Equipment, schemas.Equipment]
  Condition: [Condition, schemas.Condition]
  Table: [Table, schemas.Table]
  Manifest: [Manifest, schemas.Manifest]
  game: [typeof game, Tools['game']]
  RollOptions: [RollOptions, OwnRollOptions]
  roll: [typeof roll, (expr: string, options?: OwnRollOptions) => play.Roll]
  rollTable: [typeof rollTable, Tools['rollTable']]
  table: [typeof table, typeof rollTable]
  refuse: [typeof refuse, Tools['refuse']]
}
export type TypesThatDiffer = None<Differing<Types>>

type Library = typeof library
type Standard = typeof standard
export type OnlyInTheTypes = None<Exclude<keyof Library, keyof Standard>>
export type OnlyInTheSandbox = None<Exclude<keyof Standard, keyof Library>>

type Call = (...args: never[]) => unknown
/** Whether a function takes all that its type says and gives exactly that; it may do with less, since the app calls some of them too. */
type Fits<Typed, Real> = Typed extends Call
  ? Real extends Call
    ? [Plain<Real>, Parameters<Real>['length'], Same<ReturnType<Typed>, ReturnType<Real>>] extends [Plain<Typed>, Parameters<Typed>['length'], true]
      ? true
      : false
    : false
  : Same<Typed, Real>
type Calls = Omit<Library, 'Draft'>
export type CallsThatDiffer = None<{ [Name in keyof Calls]: Fits<Calls[Name], Standard[Name]> extends true ? never : Name }[keyof Calls]>
type Drafts = Omit<library.Draft, 'result'>
export type OnlyInTypesOfDrafts = None<Exclude<keyof library.Draft, keyof standard.Draft>>
export type OnlyInDraftsOfTheSandbox = None<Exclude<keyof standard.Draft, keyof library.Draft>>
export type DraftsThatDiffer = None<Differing<{ [Name in keyof Drafts]: [Drafts[Name], standard.Draft[Name]] }>>
