import { describe, expect, it } from 'vitest'
import { treeStep } from '../../canvas/tree'
import { fileRows } from './rows'

const files = ['world/map.yaml', 'world/places/hill.yaml', 'README.md'].map((path) => ({ path }))

describe('the tree of files', () => {
  it('a folder that was never opened is closed, so that Right opens it', () => {
    const rows = fileRows(files, {}, '')
    expect(rows.map(({ label, open }) => [label, open])).toEqual([
      ['world', false],
      ['README.md', undefined]
    ])
    expect(treeStep(rows, 0, 'ArrowRight', 10)).toEqual({ fold: { key: 'world', open: true } })
  })

  it('opens every folder with a match while filtered', () => {
    expect(fileRows(files, {}, 'hill').map(({ path }) => path)).toEqual(['world', 'world/places', 'world/places/hill.yaml'])
  })
})
