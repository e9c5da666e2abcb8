// The linter looks for a default export in the file itself; "?raw" makes one out of its text.
/* eslint-disable import/default, import/no-named-as-default */
import sheet from '../../../shared/sheet.ts?raw'
import sides from '../../../shared/sides.ts?raw'
import tables from '../../../shared/tables.ts?raw'
import draft from './draft.ts?raw'
import fighting from './fighting.ts?raw'
import kernel from './kernel.ts?raw'
import lockdown from './lockdown.ts?raw'
import people from './people.ts?raw'
import plain from './plain.ts?raw'
import result from './result.ts?raw'
import standard from './standard.ts?raw'
import vocabulary from './vocabulary.ts?raw'
import watched from './watched.ts?raw'
import words from './words.ts?raw'

/** TypeScript of the files that run inside the sandbox before any rule, by name. */
export const kernelSources: Readonly<Record<string, string>> = {
  draft,
  fighting,
  kernel,
  lockdown,
  people,
  plain,
  result,
  sheet,
  sides,
  standard,
  tables,
  vocabulary,
  watched,
  words
}
