import { z } from 'zod'
import type { FileSchema } from '../../shared/contract/language-calls'
import type { FileKind } from '../../shared/story/layout'
import { own } from '../../shared/base/json'
import { Beliefs } from '../../shared/story/beliefs'
import { ActorLore, FactTitles, PlaceLore, Narrative, StoryEvent } from '../../shared/story/lore'
import { JourneyFile, PlaceFile, SheetFile, TableFile, WorldFile } from '../campaign/file-schemas'
import yamlAction from '../../../rules/schema/action.json'
import condition from '../../../rules/schema/condition.json'
import equipment from '../../../rules/schema/equipment.json'
import manifest from '../../../rules/schema/manifest.json'
import diceTable from '../../../rules/schema/table.json'
import { KEY_HELP } from './key-help'
import { NAME_PATTERNS } from './name-patterns'

/** Front matter of any note. */
const NOTE = z.looseObject({
  title: z.string().optional(),
  aliases: z.array(z.string()).optional(),
  tags: z.array(z.string()).optional(),
  public: z.string().optional(),
  created: z.string().optional(),
  modified: z.string().optional()
})
const JOURNEY = (JourneyFile as unknown as { out: z.ZodType }).out

/** The schemas of the input form of world files; `check` validates the complete form. */
const WORLD: Partial<Record<FileKind, z.ZodType>> = {
  sheet: SheetFile,
  location: PlaceFile.extend(PlaceLore.shape),
  journeys: z.record(z.string(), JOURNEY),
  state: WorldFile,
  facts: FactTitles,
  table: TableFile,
  beliefs: Beliefs,
  actor: NOTE.extend(ActorLore.omit({ beliefs: true, about: true }).shape),
  storyEvent: NOTE.extend(Narrative.omit({ content: true }).partial().shape).extend(StoryEvent.omit({ id: true, body: true }).shape),
  region: NOTE,
  topic: NOTE,
  ruling: NOTE,
  worldNote: NOTE,
  playerNote: NOTE,
  direction: NOTE
}

/** JSON Schemas by kind of file for the editor: YAML files, and the front matter of Markdown files. Our own keyword `names` gives the kind of a name, and `defines` that of one that the file creates. */
export function fileSchemas(): Partial<Record<FileKind, FileSchema>> {
  const game = { yamlAction, condition, equipment, manifest, diceTable } as unknown as Partial<Record<FileKind, FileSchema>>
  const { definitions } = yamlAction
  const world = Object.entries(WORLD).map(([kind, schema]) => [
    kind,
    z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any', target: 'draft-7' })
  ])
  const all = { ...game, ...(Object.fromEntries(world) as Partial<Record<FileKind, FileSchema>>) }
  return Object.fromEntries(
    Object.entries(all).map(([kind, schema]) => {
      const copy = JSON.parse(JSON.stringify({ ...schema, definitions }).replaceAll('action.json#', '#')) as FileSchema
      for (const { keys, kind: names, isKey, defines } of NAME_PATTERNS[kind as FileKind] ?? [])
        for (const one of under(copy, isKey ? keys.slice(0, -1) : keys)) name(one, defines ? 'defines' : 'names', names, isKey)
      for (const [path, help] of Object.entries(KEY_HELP[kind as FileKind] ?? {}))
        for (const one of under(copy, path.split('/'))) one.description ??= help
      return [kind, copy]
    })
  )
}

function name(schema: FileSchema, as: 'names' | 'defines', kind: string, isKey: boolean): void {
  if (isKey) schema.propertyNames = { ...schema.propertyNames, [as]: kind }
  else schema[as] = kind
}

/** The schemas at a path of keys, in every alternative. */
function under(schema: FileSchema, keys: readonly string[]): FileSchema[] {
  const here = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  const [key, ...rest] = keys
  if (key === undefined) return here.filter(({ anyOf, oneOf }) => !anyOf && !oneOf)
  return here.flatMap(({ properties, additionalProperties, items }) => {
    const any = typeof additionalProperties === 'object' ? additionalProperties : undefined
    const inner = key === '*' ? [any, items, ...Object.values(properties ?? {})] : [own(properties ?? {}, key)]
    return inner.flatMap((one) => (one ? under(one, rest) : []))
  })
}
