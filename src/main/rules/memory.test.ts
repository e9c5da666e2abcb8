import { expect, it } from 'vitest'
import { INITIAL_PAGES, SandboxMemory } from './memory'

it('memory that a large state needs has not grown, until half as much again is used', () => {
  const memory = new SandboxMemory()
  expect(memory.grown).toBe(false)
  memory.settle()
  memory.wasm.grow(1)
  expect(memory.grown).toBe(true)
  memory.wasm.grow(INITIAL_PAGES - 1)
  memory.settle()
  expect(memory.grown).toBe(false)
  memory.wasm.grow(INITIAL_PAGES)
  expect(memory.grown).toBe(false)
  memory.wasm.grow(1)
  expect(memory.grown).toBe(true)
})
