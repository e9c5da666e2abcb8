import { expect, it } from 'vitest'
import { readYamlFile } from './yaml-file'

it('a game file may have anchors, aliases and merge keys', () => {
  const text = 'sword: &blade\n  kind: weapon\n  tags: { sharp: true }\ndagger:\n  <<: *blade\n  slots: 1\nspare: *blade\n'
  const blade = { kind: 'weapon', tags: { sharp: true } }
  const { value, lineOf } = readYamlFile(text, 'equipment/blades.yaml')
  expect(value).toEqual({ sword: blade, dagger: { ...blade, slots: 1 }, spare: blade })
  expect(lineOf(['dagger', 'slots'])).toBe(6)
})
