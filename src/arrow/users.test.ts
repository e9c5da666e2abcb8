import { expect, it } from 'vitest'
import type { ArrowDocument } from './document'
import { documentOf } from './documents.fixture'
import { edited } from './draft'
import { renameTag, updateCharacter } from './edit/characters'
import { removeResources } from './edit/remove'
import { updateVariable } from './edit/variables'
import { runBatch, runCall } from './functions/run'
import { change } from './json/members'
import { toProblem } from '../shared/base/problem'
import { usersOf } from './users'

const call = (name: string, input: Readonly<Record<string, unknown>>) => ({ function: name, arguments: input })
const batch = runBatch(documentOf('untitled-new-project.arrow'), [
  call('create_variable', { name: 'gold', type: 'num' }),
  call('create_character', { name: 'Elena', tags: { mood: 'glad' } }),
  call('create_node', { type: 'content', data: { content: '{gold} coins, and Elena is {Elena.mood}.' } }),
  call('create_node', { type: 'condition', data: { variable: 'gold', operator: '>=', compare_to: { type: 'value', value: 3 } } }),
  call('create_node', { type: 'tag_edit', data: { character: 'Elena', edit: [2, 'mood', 'sad'] } }),
  call('create_node', { type: 'jump', data: { target: 5 } })
]).document
const [GOLD, ELENA, CONTENT, CONDITION, TAG, JUMP] = [3, 4, 5, 6, 7, 8] as const

/** The document as other editors may save it: without `use`. */
const unnoted: ArrowDocument = (() => {
  const { resources } = batch
  const without = <T extends object>(set: ReadonlyMap<number, T>): ReadonlyMap<number, T> =>
    new Map(
      [...set].map(([id, one]) => [id, change<{ use?: readonly number[]; ref?: readonly number[] }>(one, { use: undefined, ref: undefined }) as T])
    )
  const { nodes, variables, characters } = resources
  return change(batch, {
    resources: change(resources, { nodes: without(nodes), variables: without(variables), characters: without(characters) })
  })
})()

it.each([
  ['as it was made', batch],
  ['where nothing notes what uses it', unnoted]
])('a document %s has the users that refusals name', (_name, document) => {
  expect([GOLD, ELENA, CONTENT, JUMP].map((id) => usersOf(document, id))).toEqual([[CONTENT, CONDITION], [CONTENT, TAG], [JUMP], []])
  for (const id of [GOLD, ELENA, CONTENT]) {
    let refused: unknown
    try {
      removeResources(document, [id])
    } catch (thrown) {
      refused = toProblem(thrown).data['used_by'] ?? toProblem(thrown).data['referenced_by']
    }
    expect(refused).toEqual(usersOf(document, id))
  }
  expect(runCall(document, call('update_variable', { variable_id: GOLD, type: 'str' })).result).toMatchObject({
    code: 'RESOURCE_IN_USE',
    used_by: [CONTENT, CONDITION]
  })
  expect(
    usersOf(
      edited(document, (draft) => draft.putNode(CONDITION, undefined)),
      GOLD
    )
  ).toEqual([CONTENT])
})

it('a rename changes the texts of nodes that no list of uses names', () => {
  const content = ({ resources }: ArrowDocument): unknown => resources.nodes.get(CONTENT)?.data['content']
  expect(content(updateVariable(unnoted, GOLD, { name: 'silver' }))).toBe('{silver} coins, and Elena is {Elena.mood}.')
  expect(content(updateCharacter(unnoted, ELENA, { name: 'Mira' }))).toBe('{gold} coins, and Elena is {Mira.mood}.')
  const renamed = renameTag(unnoted, ELENA, 'mood', 'temper')
  expect(content(renamed)).toBe('{gold} coins, and Elena is {Elena.temper}.')
  expect(renamed.resources.nodes.get(TAG)?.data['edit']).toEqual([2, 'temper', 'sad'])
})
