import { expect, it } from 'vitest'
import { textOf } from '../documents.fixture'
import { checkText } from '../lint/check-text'
import { readArrow } from '../read'
import { repairOf } from './repair'

interface Tree {
  [name: string]: Tree
}
const NEW = textOf('untitled-new-project.arrow')
/** The new document with more members at some paths. A name may stand there already, as after a merge in git. */
function merged(...members: readonly (readonly [path: string, name: string, value: unknown])[]): string {
  const tree = JSON.parse(NEW) as Tree
  const marks: [string, string][] = []
  members.forEach(([path, name, value], k) => {
    const branch = path.split('/').reduce<Tree>((at, key) => at[key] ?? {}, tree) as Record<string, unknown>
    branch[`mark${k}`] = value
    marks.push([`"mark${k}"`, JSON.stringify(name)])
  })
  return marks.reduce((text, [mark, name]) => text.replace(mark, name), JSON.stringify(tree, null, '\t'))
}
const content = (title: string): object => ({ type: 'content', name: '3', data: { title } })
const MAP = 'resources/scenes/0/map'

it('AD3a two nodes with one id, as after a clean merge in git, are an error, are not read, and are both kept by a repair', () => {
  const text = merged(
    [`${MAP}/2`, 'io', [[2, 0, 3, 0]]],
    [MAP, '3', { offset: [700, 280], io: [[3, 0, 2, 0]] }],
    ['resources/nodes', '3', content('Gull')],
    ['resources/nodes', '3', content('Bell')]
  )
  const checked = checkText(text)
  expect(checked.problem ?? checked.findings.find(({ severity }) => severity === 'error')).toMatchObject({
    rule: 'duplicate',
    line: text.slice(0, text.lastIndexOf('"3": {')).split('\n').length,
    message: 'Two nodes have the id 3, as after a merge. Repair the document (“arrow repair” on the command line): one gets a new id.'
  })
  expect(() => readArrow(text)).toThrow('Two nodes have the id 3')
  const repair = repairOf(text)
  expect(repair?.done).toContain('Two nodes had the id 3: “3_” has the id 4 now. Check what leads or refers to the two.')
  const { document } = readArrow(repair?.text ?? '')
  const { nodes, scenes } = document.resources
  expect([nodes.get(3)?.data['title'], nodes.get(4)?.data['title']]).toEqual(['Bell', 'Gull'])
  const map = scenes.get(0)?.map
  expect([2, 3, 4].map((id) => map?.get(id)?.io)).toEqual([[[2, 0, 3, 0]], [[3, 0, 2, 0]], [[4, 0, 2, 0]]])
  expect(map?.get(4)?.offset).not.toEqual(map?.get(3)?.offset)
  expect(document.meta.authors?.get(0)?.[1]).toBe(5)
  expect(repairOf(repair?.text ?? '')).toBeUndefined()
})

it('each copy of a node keeps its own place, connections and one of the outputs that lead to the copies', () => {
  const text = merged(
    [`${MAP}/1`, 'io', [[1, 0, 3, 0]]],
    [`${MAP}/2`, 'io', [[2, 0, 3, 0]]],
    [MAP, '3', { offset: [10, 10] }],
    [MAP, '3', { offset: [20, 20], io: [[3, 0, 2, 0]] }],
    ['resources/nodes', '3', content('Early')],
    ['resources/nodes', '3', content('Late')]
  ).replace(/"io": \[\s*\[\s*1,\s*0,\s*2,\s*0\s*\]\s*\],/, '')
  const map = repairOf(text)?.document.resources.scenes.get(0)?.map
  expect([1, 2, 3, 4].map((id) => map?.get(id)?.io)).toEqual([[[1, 0, 4, 0]], [[2, 0, 3, 0]], [[3, 0, 2, 0]], undefined])
  expect([map?.get(3)?.offset, map?.get(4)?.offset]).toEqual([
    [20, 20],
    [10, 10]
  ])
})

it('nodes with one id in two scenes stay in their scenes', () => {
  const text = merged(
    ['resources/scenes', '9', { name: 'Mill', entry: 8, map: { 8: { offset: [0, 0], io: [[8, 0, 3, 0]] }, 3: { offset: [50, 50] } } }],
    [MAP, '3', { offset: [10, 10] }],
    ['resources/nodes', '8', { type: 'entry', name: 'mill', data: {} }],
    ['resources/nodes', '3', content('First')],
    ['resources/nodes', '3', content('Second')]
  )
  const { scenes, nodes } = repairOf(text)?.document.resources ?? { scenes: new Map(), nodes: new Map() }
  expect([[...(scenes.get(0)?.map.keys() ?? [])], [...(scenes.get(9)?.map.keys() ?? [])]]).toEqual([
    [1, 2, 10],
    [3, 8]
  ])
  expect([nodes.get(10)?.data['title'], nodes.get(3)?.data['title']]).toEqual(['First', 'Second'])
})

it('variables, characters and scenes with one id are kept, and their users refer to theirs', () => {
  const text = merged(
    ['resources/variables', '5', { name: 'gold', type: 'num', init: 1, use: [6] }],
    ['resources/variables', '5', { name: 'luck', type: 'num', init: 2, use: [7] }],
    ['resources/characters', '20', { name: 'Ann', color: 'ffffff' }],
    ['resources/characters', '20', { name: 'Bo', color: '000000' }],
    ['resources/scenes', '30', { name: 'North', entry: 31, map: { 31: { offset: [0, 0] } } }],
    ['resources/scenes', '30', { name: 'South', entry: 32, map: { 32: { offset: [0, 0] } } }],
    ['resources/nodes', '31', { type: 'entry', name: 'n', data: {} }],
    ['resources/nodes', '32', { type: 'entry', name: 's', data: {} }],
    [MAP, '6', { offset: [0, 500] }],
    [MAP, '7', { offset: [0, 900] }],
    ['resources/nodes', '6', { type: 'variable_update', name: 'a', data: { variable: 5, operator: 'add', with: [0, 1] }, ref: [5] }],
    ['resources/nodes', '7', { type: 'variable_update', name: 'b', data: { variable: 5, operator: 'add', with: [1, 5] }, ref: [5] }]
  )
  expect(checkText(text)).toMatchObject({
    findings: expect.arrayContaining(
      ['variable', 'character', 'scene'].map((noun) => expect.objectContaining({ message: expect.stringContaining(`Two ${noun}s have`) }))
    )
  })
  const { resources } = readArrow(repairOf(text)?.text ?? '').document
  const names = (set: ReadonlyMap<number, { readonly name: string }>): string[] => [...set].map(([id, { name }]) => `${id} ${name}`)
  expect(names(resources.variables)).toEqual(['5 luck', '34 gold'])
  expect(names(resources.characters)).toEqual(['20 Bo', '35 Ann'])
  expect(names(resources.scenes)).toEqual(['0 scene_0', '30 South', '33 North'])
  expect([resources.nodes.get(6)?.data['variable'], resources.nodes.get(7)?.data['with'], resources.variables.get(34)?.use]).toEqual([
    34,
    [1, 5],
    [6]
  ])
})

it('of two counters of one author the larger one counts, and other doubled members are named with what was left out', () => {
  const text = merged(
    ['meta/authors', '0', ['Anonymous Contributor', 50]],
    ['meta/authors', '0', ['Anonymous Contributor', 40]],
    ['resources/nodes/2/data', 'title', 'Late']
  ).replace('"Anonymous Contributor",\n\t\t\t\t3', '"Anonymous Contributor",\n\t\t\t\t30')
  expect(() => readArrow(text)).toThrow('The author 0 has two counters of new ids')
  const repair = repairOf(text)
  expect(repair?.document.meta.authors?.get(0)?.[1]).toBe(50)
  expect(repair?.done.join(' ')).toMatch(/“title” stood twice with different values\. ".*" was left out\./)
})

it('a node and a variable with one id are repaired; equal values that stand twice change nothing', () => {
  const both = merged(['resources/variables', '2', { name: 'gold', type: 'num', init: 1 }])
  const repair = repairOf(both)
  expect(repair?.done[0]).toBe('A node and the variable “gold” had the id 2: the variable has the id 3 now.')
  expect([...(repair?.document.resources.variables.keys() ?? [])]).toEqual([3])
  expect(
    readArrow(NEW.replace('"title": "Untitled Adventure",', '"title": "Untitled Adventure",\n\t"title": "Untitled Adventure",')).findings
  ).toHaveLength(1)
})

it('an id that stands thousands of times is refused and repaired', () => {
  const many = Array.from({ length: 3000 }, (_, k) => `"3": {"type": "marker", "name": "m${k}", "data": {}},`).join('\n')
  const text = NEW.replace('"nodes": {', `"nodes": {${many}`)
  expect(() => readArrow(text)).toThrow('Two nodes have the id 3')
  expect(repairOf(text)?.document.resources.nodes.size).toBe(11)
})
