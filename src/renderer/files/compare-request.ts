import { slice } from '../slice'

/** The branch to compare the story at the cursor with, as soon as its beats are known. */
export const useCompareRequest = slice<{ branch?: string | undefined }>('compare-request', {})

/** Compares the story at the cursor with a branch. Every feature may call it. */
export const compareWithBranch = (branch: string): void => useCompareRequest.set({ branch })
