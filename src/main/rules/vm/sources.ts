// The linter looks for a default export in the file itself; "?raw" makes one out of its text.
/* eslint-disable import/default, import/no-named-as-default */
import kernel from './kernel.ts?raw'
import lockdown from './lockdown.ts?raw'
import plain from './plain.ts?raw'
import result from './result.ts?raw'
import vocabulary from './vocabulary.ts?raw'

/** TypeScript of the files that run inside the sandbox before any rule, by name. */
export const kernelSources: Readonly<Record<string, string>> = { kernel, lockdown, plain, result, vocabulary }
