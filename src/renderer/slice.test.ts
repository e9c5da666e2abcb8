import { expect, it, vi } from 'vitest'
import { create } from 'zustand'
import { onRequest, slice } from './slice'

// The session of the window connects to a core as soon as it is imported.
vi.mock('./session', () => ({ useSession: create(() => ({ slices: {} })) }))

it('a request is answered once, also one that was made before the feature that answers it was loaded', () => {
  const useWish = slice<{ wish?: { what: string } }>('wish-request', {})
  const heard: string[] = []
  const listen = onRequest(
    () => useWish.get().wish,
    ({ what }) => heard.push(what)
  )
  useWish.set({ wish: { what: 'early' } })
  const stop = listen()
  expect(heard).toEqual(['early'])
  useWish.set({ wish: { what: 'late' } })
  stop()
  listen()()
  expect(heard).toEqual(['early', 'late'])
  useWish.set({ wish: { what: 'late' } })
  listen()()
  expect(heard).toEqual(['early', 'late', 'late'])
})
