/** Crew departments and their usual jobs in TMDB's words (developer.themoviedb.org/reference/configuration-jobs). */
const JOBS = `
Actors: Actor, Cameo, Special Guest, Stunt Double, Voice
Art: Art Direction, Assistant Art Director, Art Department Coordinator, Concept Artist, Conceptual Design, Location Scout, Painter, Production Design, Production Illustrator, Property Master, Set Decoration, Set Designer, Set Dresser, Storyboard Artist, Supervising Art Director, Title Designer
Camera: Additional Photography, Aerial Camera, Camera Operator, Camera Technician, Director of Photography, First Assistant Camera, Focus Puller, Grip, Key Grip, Second Assistant Camera, Steadicam Operator, Still Photographer, Underwater Camera
Costume & Make-Up: Assistant Costume Designer, Costume Design, Costume Supervisor, Hairstylist, Key Hair Stylist, Key Makeup Artist, Makeup Artist, Makeup Department Head, Set Costumer, Wigmaker
Crew: Additional Music, Choreographer, Cinematography, Compositor, Creator, Executive Music Producer, Fight Choreographer, Legal Services, Military Consultant, Post Production Supervisor, Security, Special Effects, Stunt Coordinator, Stunts, Technical Advisor, Thanks, Transportation Coordinator, Unit Publicist, Visual Effects Editor
Directing: Assistant Director, Co-Director, Continuity, Director, First Assistant Director, Script Supervisor, Second Assistant Director, Second Second Assistant Director, Series Director, Third Assistant Director
Editing: Additional Editing, Assistant Editor, Associate Editor, Co-Editor, Color Timer, Colorist, Dialogue Editor, Digital Intermediate, Editor, First Assistant Editor, Negative Cutter, Online Editor, Supervising Editor
Lighting: Best Boy Electric, Chief Lighting Technician, Electrician, Gaffer, Lighting Artist, Lighting Director, Lighting Supervisor, Lighting Technician, Rigging Gaffer
Production: Associate Producer, Casting, Casting Associate, Co-Executive Producer, Co-Producer, Consulting Producer, Executive Producer, Line Producer, Location Manager, Producer, Production Accountant, Production Assistant, Production Coordinator, Production Manager, Production Supervisor, Supervising Producer, Unit Production Manager
Sound: ADR Editor, Boom Operator, Foley Artist, Foley Editor, Foley Mixer, Music, Music Editor, Music Supervisor, Musician, Orchestrator, Original Music Composer, Production Sound Mixer, Sound, Sound Designer, Sound Editor, Sound Effects Editor, Sound Mixer, Sound Re-Recording Mixer, Supervising Sound Editor
Visual Effects: 3D Artist, Animation, Animation Director, Animation Supervisor, Character Designer, Digital Compositor, Key Animation, Lead Animator, Matte Painter, Modeling, Pre-Visualization Supervisor, Special Effects Supervisor, VFX Artist, VFX Supervisor, Visual Effects, Visual Effects Coordinator, Visual Effects Producer, Visual Effects Supervisor
Writing: Adaptation, Author, Book, Characters, Comic Book, Co-Writer, Dialogue, Idea, Novel, Original Film Writer, Original Story, Screenplay, Scenario Writer, Screenstory, Short Story, Staff Writer, Story, Story Consultant, Story Editor, Teleplay, Theatre Play, Writer
`;

export function listJobs(): object[] {
  return JOBS.trim()
    .split("\n")
    .map((line) => {
      const [department, jobs = ""] = line.split(": ");
      return { department, jobs: jobs.split(", ") };
    });
}
