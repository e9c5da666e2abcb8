import { afterAll, vi } from 'vitest'
import { removeFolders } from './folders'

// Not in folders.ts, which is loaded only once for all files of a process.
afterAll(() => {
  removeFolders()
  vi.unstubAllEnvs()
})
