import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Driver, LabParty } from '../../shared/lab/plan'
import { Problem } from '../../shared/base/problem'
import type { GameState } from '../../shared/story/state'
import type { TableSettings } from '../../shared/table/turns'
import { GITLINK, LINK } from '../campaign/history'
import { FILES } from '../campaign/layout'
import { splice } from '../campaign/yaml-splice'
import { chanceStream } from '../engine/dice'
import { party as playersOf } from '../engine/people'
import { withSettings } from '../story/turns/table-settings'

export type FactValue = boolean | number | string

/** What a thread needs to play sessions of a campaign: the files of a commit by path, and the personas that come with the app, by id. */
export interface LabMaterial {
  files: ReadonlyMap<string, Uint8Array>
  personas: ReadonlyMap<string, string>
}

/** The part of a history that has the files of a commit. */
interface CommitFiles {
  commit(id: string): { tree: string }
  files(tree: string): Map<string, { mode: number; oid: string }>
  blob(oid: string): Uint8Array
}

/** The files of a commit, without links. `resources`: the app's folder with `resources/`. */
export function materialOf({ history }: { history: CommitFiles }, commit: string, resources: string): LabMaterial {
  const entries = [...history.files(history.commit(commit).tree)].filter(([, { mode }]) => mode !== LINK && mode !== GITLINK)
  return { files: new Map(entries.map(([path, { oid }]) => [path, new Uint8Array(history.blob(oid))])), personas: bundledPersonas(resources) }
}

/** The direction files that come with the app and favour actions, by id. */
export function bundledPersonas(resources: string): Map<string, string> {
  const folder = join(resources, 'resources', 'direction')
  const texts = readdirSync(folder).map((file) => [file.replace(/\.md$/, ''), readFileSync(join(folder, file), 'utf8')] as const)
  return new Map(texts.filter(([, text]) => /^weights:/m.test(text)))
}

/** The path of a persona: of a direction file of the campaign, also where the id of one that comes with the app names it. */
export const personaPath = (persona: string): string => (persona.includes('/') ? persona : `direction/${persona}.md`)

/**
 * The files that give the players of a party their personas; none if they have them already. Throws Problem `bad-input` for an unknown persona or
 * player.
 */
export function partyFiles(
  { files, personas }: LabMaterial,
  { state, settings }: { state: GameState; settings: TableSettings },
  party: LabParty
): Map<string, Buffer> {
  const players = playersOf(state)
  const chosen = { ...settings.direction?.personas }
  const out = new Map<string, Buffer>()
  // A player's own persona counts more than that of all.
  for (const [who, persona] of Object.entries(party.personas).toSorted(([a], [b]) => Number(b === 'all') - Number(a === 'all'))) {
    if (who !== 'all' && !players.includes(who))
      throw new Problem(
        'bad-input',
        `The party “${party.name}” has a persona for ${who}, who is no player of this campaign. Choose one of: all, ${players.join(', ')}.`
      )
    const path = personaPath(persona)
    const bundled = personas.get(persona)
    if (!files.has(path) && bundled === undefined)
      throw new Problem('bad-input', `There is no persona ${persona}. Choose a file in direction/, or one of: ${[...personas.keys()].join(', ')}.`)
    if (!files.has(path)) out.set(path, Buffer.from(bundled ?? ''))
    for (const player of who === 'all' ? players : [who]) chosen[player] = path
  }
  const table = Buffer.from(files.get(FILES.table) ?? []).toString('utf8')
  const written = withSettings(table, settings, { ...settings, direction: { ...settings.direction, personas: chosen } })
  return written === undefined ? new Map() : out.set(FILES.table, Buffer.from(written))
}

/** The value with which a session begins; undefined if a script sets it later. */
function drivenValue({ fact, values }: Driver, session: number, seed: string): FactValue | undefined {
  if ('script' in values) return undefined
  if ('list' in values) return values.list[session % values.list.length] ?? false
  const drawn = chanceStream(seed, 'policy', `driver ${fact}`, 0)()
  if ('from' in values) return Math.min(values.from, values.to) + Math.floor(drawn * (Math.abs(values.to - values.from) + 1))
  let left = drawn * values.weighted.reduce((sum, { weight }) => sum + weight, 0)
  return (values.weighted.find(({ weight }) => (left -= weight) < 0) ?? values.weighted.at(-1))?.value ?? false
}

/** The file of facts with the values with which a session begins; none without such drivers. */
export function drivenFiles({ files }: LabMaterial, drivers: readonly Driver[], session: number, seed: string): Map<string, Buffer> {
  const facts = drivers.flatMap((driver): [string, FactValue][] => {
    const value = drivenValue(driver, session, seed)
    return value === undefined ? [] : [[driver.fact, value]]
  })
  return facts.length === 0 ? new Map() : withFacts(Buffer.from(files.get(FILES.state) ?? []).toString('utf8'), Object.fromEntries(facts))
}

/** The file of facts after some get a value. */
export function withFacts(text: string, facts: Readonly<Record<string, FactValue>>): Map<string, Buffer> {
  const changes = Object.entries(facts).map(([fact, to]) => ({ keys: ['facts', fact], to }))
  return new Map([[FILES.state, Buffer.from(splice(text, changes))]])
}
