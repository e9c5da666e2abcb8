import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { FileSchema } from '../../shared/contract/language-calls'
import { ActorLore } from '../../shared/story/lore'
import { Actor } from '../../shared/story/state'
import { entriesOf, fieldsOf, inList, listValue, under, type Edit, type ListShape } from './form-of'

const schemaOf = (schema: z.ZodType): FileSchema => z.toJSONSchema(schema, { unrepresentable: 'any', target: 'draft-7' }) as FileSchema
const [sheet, actor] = [schemaOf(Actor.omit({ kind: true })), schemaOf(ActorLore.pick({ public: true, wants: true, pronoun: true, says: true }))]
const shapes = Object.fromEntries([...fieldsOf(sheet), ...fieldsOf(actor)].map(({ key, shape }) => [key, shape]))

describe('a form', () => {
  it('has the fields of the schema, with their explanations and the names that they pick', () => {
    expect(fieldsOf(sheet).map(({ key, shape }) => `${key} ${shape.kind}`)).toEqual([
      'name text',
      'location text',
      'stats numbers',
      'max numbers',
      'conditions map',
      'inventory map',
      'tags flags',
      'attitude choice',
      'reveals map'
    ])
    expect(shapes['says']).toMatchObject({ kind: 'map', of: { kind: 'list', bare: 'text' } })
    expect(shapes['pronoun']).toEqual({ kind: 'choice', of: ['she', 'he', 'they', 'it'] })
    const place = { type: 'string', names: 'place', description: 'Where.' }
    const conditions = { type: 'object', propertyNames: { names: 'condition' }, additionalProperties: { type: 'object', properties: {} } }
    expect(fieldsOf({ properties: { place, conditions, other: {} } })).toEqual([
      { key: 'place', hint: 'Where.', shape: { kind: 'text', names: 'place' } },
      { key: 'conditions', hint: '', shape: { kind: 'map', names: 'condition', of: [] } }
    ])
  })

  it('writes an entry without more than its text as that text, and one want alone as one text', () => {
    const wants = shapes['wants'] as ListShape
    expect(entriesOf(wants, 'Bread.')).toEqual([{ want: 'Bread.' }])
    expect(listValue(wants, [{ want: 'Bread.' }])).toBe('Bread.')
    expect(listValue(wants, [{ want: 'Bread.' }, { want: 'Peace.' }])).toEqual([{ want: 'Bread.' }, { want: 'Peace.' }])
    expect([listValue(wants, []), entriesOf(wants, '')]).toEqual([null, []])
    const lines: ListShape = { kind: 'list', of: [], bare: 'text' }
    expect(listValue(lines, [{ text: 'Hm.' }, { text: 'Ha!', when: 'fact.won' }])).toEqual(['Hm.', { text: 'Ha!', when: 'fact.won' }])
  })

  it('edits the value that is there then, and nothing beside it', () => {
    const saved: unknown[] = []
    const now = { greet: ['Hm.', { text: 'Ha!', when: 'fact.won' }] }
    const edit: Edit<never> = (keys, change) => {
      saved.push([keys, change(keys[0] === 'greet' ? now.greet : undefined)])
      return []
    }
    const lines: ListShape = { kind: 'list', of: [], bare: 'text' }
    inList(under(edit, 'greet'), lines, 1)(['when'], () => null)
    inList(under(edit, 'greet'), lines, 0)(['when'], () => 'fact.lost')
    expect(saved).toEqual([
      [['greet'], ['Hm.', 'Ha!']],
      [
        ['greet'],
        [
          { text: 'Hm.', when: 'fact.lost' },
          { text: 'Ha!', when: 'fact.won' }
        ]
      ]
    ])
  })

  it('has texts by name, and lists whose new entries are empty because no text is required', () => {
    const outcomes = { type: 'array', items: { type: 'object', properties: { when: { type: 'string' }, facts: {} }, required: ['facts'] } }
    const moves = { type: 'object', propertyNames: { names: 'character' }, additionalProperties: { type: 'string', names: 'place' } }
    expect(fieldsOf({ properties: { outcomes, moves } }).map(({ shape }) => shape)).toEqual([
      { kind: 'list', of: [{ key: 'when', hint: '', shape: { kind: 'text' } }], blank: true },
      { kind: 'words', names: 'character', of: { kind: 'text', names: 'place' } }
    ])
  })
})
