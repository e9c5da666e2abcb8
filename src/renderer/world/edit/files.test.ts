import { expect, test } from 'vitest'
import { formatOf } from './files'

test('the form of a map is told by the name of its file, else by how it begins', () => {
  expect(formatOf('village.graphml', '{')).toBe('graphml')
  expect(formatOf('VILLAGE.JSON', '<')).toBe('json')
  expect(formatOf('village', '  <?xml version="1.0"?>')).toBe('graphml')
  expect(formatOf('village.txt', '{"locations": []}')).toBe('json')
})
