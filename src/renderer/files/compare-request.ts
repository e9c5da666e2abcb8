import { slice } from '../slice'

/** What to compare: the story at the cursor with a branch, or two commits, as soon as their beats are known. */
interface CompareRequest {
  branch?: string | undefined
  commits?: readonly [string, string] | undefined
}
export const useCompareRequest = slice<CompareRequest>('compare-request', {})

/** Compares the story at the cursor with a branch. Every feature may call it. */
export const compareWithBranch = (branch: string): void => useCompareRequest.set({ branch })

/** Compares two commits. Every feature may call it. */
export const compareTwo = (a: string, b: string): void => useCompareRequest.set({ commits: [a, b] })
