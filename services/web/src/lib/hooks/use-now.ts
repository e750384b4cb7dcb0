import { useEffect, useState } from 'react';

/** The present, renewed every so many milliseconds: for words such as 'in 46 minutes'. */
export function useNow(everyMs: number): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
