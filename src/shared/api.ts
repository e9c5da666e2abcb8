import { arrowCalls } from './contract/arrow-calls'
import { checkCalls } from './contract/check-calls'
import { coverageCalls } from './contract/coverage-calls'
import { designCalls } from './contract/design-calls'
import { draftCalls } from './contract/draft-calls'
import { editCalls } from './contract/edit-calls'
import { folderCalls } from './contract/folder-calls'
import { foreignCalls } from './contract/foreign-calls'
import { analysisCalls } from './contract/analysis-calls'
import { languageCalls } from './contract/language-calls'
import { notesCalls } from './contract/notes-calls'
import { narratorCalls } from './contract/narrator-calls'
import { oddsCalls } from './contract/odds-calls'
import { placesCalls } from './contract/places-calls'
import { remoteCalls } from './contract/remote-calls'
import { storyCalls } from './contract/story-calls'
import { tableCalls } from './contract/table-calls'
import { timelineCalls } from './contract/timeline-calls'
import { toolCalls } from './contract/tool-calls'
import { transcriptCalls } from './contract/transcript-calls'
import { tryCalls } from './contract/try-calls'
import { wizardCalls } from './contract/wizard-calls'
import { workshopCalls } from './contract/workshop-calls'
import { worldCalls } from './contract/world-calls'
import { routerOf, type Methods } from './contract/calls'

/** Every call of the app by its name: its transport, input and answer. Each is defined once, in its family's file. */
export const contract = {
  ...arrowCalls,
  ...checkCalls,
  ...coverageCalls,
  ...designCalls,
  ...editCalls,
  ...folderCalls,
  ...foreignCalls,
  ...analysisCalls,
  ...draftCalls,
  ...languageCalls,
  ...notesCalls,
  ...narratorCalls,
  ...oddsCalls,
  ...placesCalls,
  ...remoteCalls,
  ...storyCalls,
  ...tableCalls,
  ...timelineCalls,
  ...toolCalls,
  ...transcriptCalls,
  ...tryCalls,
  ...workshopCalls,
  ...wizardCalls,
  ...worldCalls
}

/** Everything the app can do, for every host. Every failure is a Problem. */
export type Studio = Methods<typeof contract>

/** The contract over tRPC, for clients at the other end of a wire. */
export const router = routerOf(contract)
export type Router = typeof router
