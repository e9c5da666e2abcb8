// The linter looks for a default export in the file itself; "?raw" makes one out of its text.
/* eslint-disable import/default, import/no-named-as-default */
import plural from '../../../shared/words/plural.ts?raw'
import sheet from '../../../shared/story/sheet.ts?raw'
import sides from '../../../shared/story/sides.ts?raw'
import tables from '../../../shared/story/tables.ts?raw'
import choices from './choices.ts?raw'
import conditions from './conditions.ts?raw'
import consoleSource from './console.ts?raw'
import counting from './counting.ts?raw'
import draft from './draft.ts?raw'
import effects from './effects.ts?raw'
import effectsFlow from './effects-flow.ts?raw'
import effectsPeople from './effects-people.ts?raw'
import effectsStory from './effects-story.ts?raw'
import effectsWorld from './effects-world.ts?raw'
import fighting from './fighting.ts?raw'
import kernel from './kernel.ts?raw'
import lockdown from './lockdown.ts?raw'
import names from './names.ts?raw'
import people from './people.ts?raw'
import plain from './plain.ts?raw'
import question from './question.ts?raw'
import remembered from './remembered.ts?raw'
import result from './result.ts?raw'
import running from './running.ts?raw'
import shapes from './shapes.ts?raw'
import standard from './standard.ts?raw'
import templates from './templates.ts?raw'
import tools from './tools.ts?raw'
import vocabulary from './vocabulary.ts?raw'
import watched from './watched.ts?raw'
import words from './words.ts?raw'

/** TypeScript of the files that run inside the sandbox before any rule, by name. */
export const kernelSources: Readonly<Record<string, string>> = {
  choices,
  conditions,
  console: consoleSource,
  counting,
  draft,
  effects,
  'effects-flow': effectsFlow,
  'effects-people': effectsPeople,
  'effects-story': effectsStory,
  'effects-world': effectsWorld,
  fighting,
  kernel,
  lockdown,
  names,
  people,
  plain,
  plural,
  question,
  remembered,
  result,
  running,
  shapes,
  sheet,
  sides,
  standard,
  tables,
  templates,
  tools,
  vocabulary,
  watched,
  words
}
