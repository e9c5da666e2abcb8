import { inject } from 'vitest'
import { bakedIn } from './baked'

bakedIn(inject('ready'))
