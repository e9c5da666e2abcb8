import { expect, it } from 'vitest'
import { own } from '../../shared/base/json'
import { fileSchemas } from './file-schemas'

it('every kind of YAML file and front matter has a schema that knows its keys, their help and the names in them', () => {
  const all = fileSchemas()
  expect(Object.keys(all).toSorted()).toEqual(
    expect.arrayContaining([
      'manifest',
      'yamlAction',
      'condition',
      'equipment',
      'diceTable',
      'sheet',
      'location',
      'journeys',
      'state',
      'table',
      'storyEvent'
    ])
  )
  expect(all.manifest?.properties?.['entry_actions']).toMatchObject({ items: { names: 'action' } })
  expect(all.sheet?.properties?.['location']).toMatchObject({ names: 'place', description: 'The place where the character is.' })
  expect(all.sheet?.properties?.['conditions']?.propertyNames).toMatchObject({ names: 'condition' })
  const journey = all.journeys?.additionalProperties
  expect(typeof journey === 'object' && journey.properties?.['to']).toMatchObject({ names: 'place' })
  expect(all.storyEvent?.properties?.['outcomes']?.items?.properties?.['moves']).toMatchObject({
    propertyNames: { names: 'character' },
    additionalProperties: { names: 'place' }
  })
  expect(JSON.stringify(all.yamlAction?.definitions)).toContain('"names":"item"')
  expect(own(all.location?.properties ?? {}, 'gm_guide')?.description).toBe('What only the DM reads.')
})
