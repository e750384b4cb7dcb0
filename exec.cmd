@rem package.json says `exec node …` so that signals reach Node and not a shell; here a shell has no exec.
@%*
