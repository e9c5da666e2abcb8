import { arrowCalls } from './arrow-calls'
import { checkCalls } from './check-calls'
import { coverageCalls } from './coverage-calls'
import { designCalls } from './design-calls'
import { draftCalls } from './draft-calls'
import { editCalls } from './edit-calls'
import { folderCalls } from './folder-calls'
import { foreignCalls } from './foreign-calls'
import { analysisCalls } from './analysis-calls'
import { languageCalls } from './language-calls'
import { notesCalls } from './notes-calls'
import { narratorCalls } from './narrator-calls'
import { oddsCalls } from './odds-calls'
import { placesCalls } from './places-calls'
import { remoteCalls } from './remote-calls'
import { storyCalls } from './story-calls'
import { tableCalls } from './table-calls'
import { timelineCalls } from './timeline-calls'
import { toolCalls } from './tool-calls'
import { transcriptCalls } from './transcript-calls'
import { tryCalls } from './try-calls'
import { wizardCalls } from './wizard-calls'
import { workshopCalls } from './workshop-calls'
import { worldCalls } from './world-calls'
import { routerOf, type Methods } from './calls'

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
