// The playground was at the root of the lab once: a link to a set-up of then goes on to it.

if (location.hash.startsWith("#s=")) location.replace(`/playground${location.hash}`);
